// Waiting: the game in which this person waits for an opponent while they look at other pages.

export class Waiting {
    /** '': none. */
    id = $state('');

    /** The game of this id waits, or does not any more. */
    note(id: string, waits: boolean): void {
        if (waits) this.id = id;
        else if (this.id === id) this.id = '';
    }
}
