/** Hertz of the two tones, and seconds of each. */
const tones = [880, 1175];
const toneSeconds = 0.14;
const loudness = 0.12;

/**
 * A short sound of two tones, made by the browser itself. Browsers allow sound only once somebody has used the page; before
 * that it is silent.
 */
export function createChime(): () => void {
  let context: AudioContext | undefined;
  return () => {
    if (!globalThis.AudioContext) return;
    context ??= new AudioContext();
    const { state, currentTime, destination } = context;
    if (state !== 'running') {
      // Resumed for the next time: a sound that waits would come when nothing has arrived.
      context.resume().catch(() => undefined);
      return;
    }
    for (const [at, frequency] of tones.entries()) {
      const from = currentTime + at * toneSeconds;
      const oscillator = context.createOscillator();
      const gain = context.createGain();
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(loudness, from + 0.02);
      // A tone that ends at once crackles.
      gain.gain.exponentialRampToValueAtTime(0.001, from + toneSeconds);
      oscillator.connect(gain).connect(destination);
      oscillator.start(from);
      oscillator.stop(from + toneSeconds);
    }
  };
}
