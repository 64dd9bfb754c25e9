// Sounds of wood, made by the browser itself: no files. Silent until a person asks for them; the
// audio context is made by that first wish or the first move after it, as browsers demand.
import { settings } from './settings.svelte';

class Sound {
    private context: AudioContext | null = null;

    /** A seed falls; `n`: which of its move, for a little variety. */
    tick(n: number): void {
        this.knock(620 + ((n * 137) % 5) * 46, 0.05, 0.16);
    }

    capture(): void {
        this.knock(330, 0.12, 0.3);
        this.knock(250, 0.16, 0.3, 0.07);
        this.knock(410, 0.1, 0.2, 0.14);
    }

    again(): void {
        this.tone(660, 0.16, 0.09);
        this.tone(880, 0.22, 0.09, 0.09);
    }

    end(won: boolean): void {
        const notes = won ? [523, 659, 784] : [523, 466, 392];
        notes.forEach((note, i) => this.tone(note, 0.4, 0.1, i * 0.14));
    }

    /** A short decaying body with a click of noise at its start: a seed on wood. */
    private knock(pitch: number, seconds: number, loud: number, after = 0): void {
        const context = this.ready();
        if (!context) return;
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
        this.tone(pitch, seconds, loud * 0.45, after, 'triangle');
    }

    private tone(pitch: number, seconds: number, loud: number, after = 0, shape: OscillatorType = 'sine'): void {
        const context = this.ready();
        if (!context) return;
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

    private ready(): AudioContext | null {
        if (!settings.sound || document.hidden) return null;
        if (!this.context && !navigator.userActivation.hasBeenActive) return null;
        this.context ??= new AudioContext();
        if (this.context.state === 'suspended') void this.context.resume();
        return this.context;
    }
}

function click(context: AudioContext): AudioBuffer {
    const length = Math.floor(context.sampleRate * 0.03);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; ++i) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
    return buffer;
}

export const sound = new Sound();
