// Español: la página sobre ti.
import type { Catalogue } from '../catalogue';

export const you_text: Catalogue['you'] = {
    page: 'Tú',
    guest: 'Juegas con nombre de invitado: tus partidas se guardan con el nombre que escribes, pero no se cuentan juntas ni tienen puntuación.',
    why: 'Reserva un nombre para tener una lista de tus partidas y una puntuación. No hay contraseña ni correo electrónico: este navegador crea una clave y la conserva, y el servidor solo guarda un resumen (hash) de ella.',
    reserve: 'Reservar este nombre',
    reserving: 'Reservando…',
    is: (name) => `El nombre ${name} está reservado para ti.`,
    games: 'Tus partidas y tu puntuación',
    rename: 'Cambiar el nombre',
    other_browser: 'Otro navegador',
    export_how:
        'Para usar tu nombre en otro navegador, o para guardarlo, copia este texto. Quien lo tenga puede jugar con tu nombre.',
    key: 'Nombre y clave',
    copy: 'Copiar',
    copied: 'Copiado',
    copy_failed: 'No se ha podido copiar. Selecciona el texto y cópialo.',
    import_how: '¿Has reservado un nombre en otro navegador? Pega el nombre con su clave.',
    import: 'Usar este nombre',
    import_wrong:
        'Esto no es un nombre con su clave: termina en 64 cifras y letras de la a a la f.',
    leave: 'Salir',
    sign_out: 'Jugar sin nombre reservado en este navegador',
    sign_out_sure: 'Sin una copia de la clave no podrás volver a usar el nombre.',
    sign_out_yes: 'Sí, quitar la clave',
    delete: 'Borrar mis datos',
    delete_sure:
        'El servidor borra tu nombre y tu clave, y quita tu nombre de tus partidas. No se puede deshacer.',
    delete_yes: 'Sí, borrarlos',
    keep: 'No',
    kept: 'Qué guarda el servidor, y durante cuánto tiempo, está en docs/privacy.md.',
};
