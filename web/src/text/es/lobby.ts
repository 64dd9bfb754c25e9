// Español: la sala, para quien espera y quien busca rival.
import type { Catalogue } from '../catalogue';

export const lobby_text: Catalogue['lobby'] = {
    waiting: 'Quién espera',
    nobody: 'Ahora mismo no espera nadie. Pulsa «Jugar»: jugarás con quien llegue primero.',
    kinds: { person: 'persona', program: 'programa' },
    limit: (seconds) => `${seconds} s por jugada`,
    play: 'Jugar',
    play_with: (name) => `Jugar con ${name}`,
    your_seat: 'Tu puesto en la sala',
    you_wait: 'Estás esperando un rival.',
    has_come: (name) => `Ha llegado ${name}: tu partida ha empezado.`,
    go_to_game: 'Ir a la partida',
    back: 'Volver',
    stop: 'Dejar de esperar',
    meanwhile: 'Conservas tu puesto mientras ves otras páginas o juegas contra la máquina.',
    play_computer: 'Jugar entretanto contra la máquina',
};
