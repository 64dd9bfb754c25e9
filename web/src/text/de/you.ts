// Deutsch: die Seite über dich.
import type { Catalogue } from '../catalogue';

export const you_text: Catalogue['you'] = {
    page: 'Du',
    guest: 'Du bist Gast: Deine Partien bleiben unter dem Namen gespeichert, den du eingibst, werden aber nicht zusammengezählt und haben keine Wertung.',
    why: 'Reserviere einen Namen, um eine Liste deiner Partien und eine Wertung zu bekommen. Es gibt weder Passwort noch E-Mail-Adresse: Dieser Browser erzeugt einen Schlüssel und bewahrt ihn auf, der Server speichert davon nur einen Hashwert.',
    reserve: 'Diesen Namen reservieren',
    reserving: 'Anfrage läuft …',
    is: (name) => `Der Name ${name} ist für dich reserviert.`,
    games: 'Deine Partien und deine Wertung',
    rename: 'Namen ändern',
    other_browser: 'Ein anderer Browser',
    export_how:
        'Um deinen Namen in einem anderen Browser zu verwenden oder zu sichern, kopiere diesen Text. Wer ihn hat, kann unter deinem Namen spielen.',
    key: 'Name und Schlüssel',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copy_failed: 'Das Kopieren ist fehlgeschlagen. Markiere den Text und kopiere ihn.',
    import_how:
        'Hast du in einem anderen Browser einen Namen reserviert? Füge den Namen mit seinem Schlüssel hier ein.',
    import: 'Diesen Namen verwenden',
    import_wrong:
        'Das ist kein Name mit Schlüssel: Am Ende stehen 64 Ziffern und Buchstaben von a bis f.',
    leave: 'Abmelden',
    sign_out: 'In diesem Browser Gast sein',
    sign_out_sure: 'Ohne eine Kopie des Schlüssels kannst du den Namen nicht wieder verwenden.',
    sign_out_yes: 'Ja, Schlüssel entfernen',
    delete: 'Mich löschen',
    delete_sure:
        'Der Server löscht deinen Namen und Schlüssel und entfernt deinen Namen aus deinen Partien. Das lässt sich nicht rückgängig machen.',
    delete_yes: 'Ja, mich löschen',
    keep: 'Nein',
    kept: 'Was der Server speichert und wie lange, steht in docs/privacy.md.',
};
