// Sound: synthesised sounds of wood, without files. Off until switched on. The audio context is made
// by the first sound after a click or key press, as browsers demand.
import type { Settings } from './settings.svelte';

export class Sound {
    private context: AudioContext | null = null;

    constructor(private readonly settings: Pick<Settings, 'sound'>) {}

    /** A seed falls; `n`, its number in the move, varies the pitch. */
    tick(n: number): void {
        this.play((context) => knock(context, 620 + ((n * 137) % 5) * 46, 0.05, 0.16));
    }

    capture(): void {
        this.play((context) => {
            knock(context, 330, 0.12, 0.3);
            knock(context, 250, 0.16, 0.3, 0.07);
            knock(context, 410, 0.1, 0.2, 0.14);
        });
    }

    again(): void {
        this.play((context) => {
            tone(context, 660, 0.16, 0.09);
            tone(context, 880, 0.22, 0.09, 0.09);
        });
    }

    end(how: 'won' | 'lost' | 'drawn'): void {
        const notes = { won: [523, 659, 784], lost: [523, 466, 392], drawn: [523, 587, 523] };
        this.play((context) =>
            notes[how].forEach((note, i) => tone(context, note, 0.4, 0.1, i * 0.14)),
        );
    }

    private play(make: (context: AudioContext) => void): void {
        try {
            const context = this.ready();
            if (context) make(context);
        } catch {
            // A machine without sound: play on in silence.
        }
    }

    private ready(): AudioContext | null {
        if (!this.settings.sound || document.hidden) return null;
        if (!this.context && navigator.userActivation?.hasBeenActive === false) return null;
        this.context ??= new AudioContext();
        if (this.context.state === 'suspended') this.context.resume().catch(() => {});
        return this.context;
    }
}

/** A short decaying body with a click of noise at its start: a seed on wood. */
function knock(
    context: AudioContext,
    pitch: number,
    seconds: number,
    loud: number,
    after = 0,
): void {
    const start = context.currentTime + after;
    const noise = context.createBufferSource();
    noise.buffer = click(context);
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch * 2.4;
    filter.Q.value = 1.4;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0004, start + seconds);
    noise.connect(filter).connect(gain).connect(context.destination);
    noise.start(start);
    noise.stop(start + seconds);
    tone(context, pitch, seconds, loud * 0.45, after, 'triangle');
}

function tone(
    context: AudioContext,
    pitch: number,
    seconds: number,
    loud: number,
    after = 0,
    shape: OscillatorType = 'sine',
): void {
    const start = context.currentTime + after;
    const wave = context.createOscillator();
    wave.type = shape;
    wave.frequency.setValueAtTime(pitch, start);
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0004, start + seconds);
    wave.connect(gain).connect(context.destination);
    wave.start(start);
    wave.stop(start + seconds);
}

function click(context: AudioContext): AudioBuffer {
    const length = Math.floor(context.sampleRate * 0.03);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; ++i) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
    return buffer;
}
