// Person: who this browser is to the server. Every browser has a visitor key, which tells its tabs from
// other people and is never stored by the server; a person who has reserved a name has a key for it.
import type { Connection } from './connection.svelte';
import { refusal_of, type Refusal } from './errors';
import { new_key } from './new_key';
import { person_shape, visitor_shape, type PersonKey } from './person_key';
import { on_change, read, write } from './stored';

const kVisitor = 'kalah.visitor';
const kPerson = 'kalah.person';
const kNobody: PersonKey = { name: '', key: '' };

/** The same in all tabs, and after a reload. */
export function visitor_key(): string {
    const known = read(kVisitor, visitor_shape);
    if (known !== '') return known;
    const made = new_key();
    write(kVisitor, made);
    return made;
}

export class Person {
    /** Empty: a guest. */
    own: PersonKey = $state.raw(read(kPerson, person_shape));
    /** Why the server does not know the name. */
    refusal: Refusal | null = $state.raw(null);

    constructor(private readonly connection: Connection) {}

    get name(): string {
        return this.own.key === '' ? '' : this.own.name;
    }

    /** Shows the key now and after every reconnection. Returns a function that stops this. */
    start(): () => void {
        const claim = () => {
            if (this.own.key !== '') this.claim(this.own).catch(() => {});
        };
        const drop = this.connection.server.keep(() => Promise.resolve(), claim);
        const off = on_change(kPerson, () => {
            this.own = read(kPerson, person_shape);
            claim();
        });
        return () => {
            drop();
            off();
        };
    }

    /** Reserves the name, with the key that this person has, or a new one. Rejects with a Refusal. */
    reserve(name: string): Promise<void> {
        return this.claim({ name, key: this.own.key || new_key(32) });
    }
    /** The name and key of another browser. */
    take(person: PersonKey): Promise<void> {
        return this.claim(person);
    }

    /** This browser is a guest from now on; the server keeps the name. */
    sign_out(): void {
        this.save(kNobody);
    }

    /** The server deletes what it has about this person. Rejects with a Refusal. */
    async delete(): Promise<void> {
        await this.connection.server.forget_me(this.own.key);
        this.save(kNobody);
    }

    private async claim(person: PersonKey): Promise<void> {
        try {
            const name = await this.connection.server.claim(person);
            this.refusal = null;
            this.save({ ...person, name });
        } catch (why) {
            const refusal = refusal_of(why);
            if (!refusal.lost) this.refusal = refusal;
            throw refusal;
        }
    }

    private save(person: PersonKey): void {
        if (person.key === this.own.key && person.name === this.own.name) return;
        this.own = person;
        write(kPerson, person);
    }
}
