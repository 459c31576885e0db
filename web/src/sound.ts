// Short tones, off unless the settings say otherwise: my turn, something happened, a refusal, the end.
import { store } from "./store";

const TONES = {
  turn: [[660, 0, 0.12], [880, 0.12, 0.16]],
  event: [[330, 0, 0.05]],
  refused: [[220, 0, 0.18]],
  over: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.3]],
} as const;

let context: AudioContext | null = null;

export function sound(name: keyof typeof TONES): void {
  if (!store.settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  for (const [hertz, from, length] of TONES[name]) {
    const at = context.currentTime + from;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0.08, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
