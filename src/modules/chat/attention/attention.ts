/** Pause between two flashes of the title (specification, section 4), and how long each lasts. Milliseconds. */
const pause = 2_500;
const flashed = 1_250;

export interface AttentionOptions {
  /** Title of the tab with so many messages. */
  title(count: number): string;
  /** Called with each flash; without it there is no sound. */
  sound?: (() => void) | undefined;
  after(milliseconds: number, callback: () => void): () => void;
}

export interface Attention {
  /** Called for each message that arrives. */
  arrived(): void;
  dispose(): void;
}

/** Flashes the title of the window while it is unfocused and messages wait, until somebody comes back to it. */
export function createAttention({ title, sound, after }: AttentionOptions): Attention {
  let count = 0;
  /** The title between flashes, which the page may change meanwhile. */
  let own = '';
  let shown: string | null = null;
  let stopTimer: (() => void) | undefined;

  function restore(): void {
    if (shown !== null && document.title === shown) document.title = own;
    shown = null;
  }
  function flash(): void {
    restore();
    own = document.title;
    shown = title(count);
    document.title = shown;
    sound?.();
    stopTimer = after(flashed, () => {
      restore();
      stopTimer = after(pause - flashed, flash);
    });
  }
  function end(): void {
    stopTimer?.();
    stopTimer = undefined;
    count = 0;
    restore();
  }
  window.addEventListener('focus', end);
  return {
    arrived() {
      if (document.hasFocus()) return;
      count += 1;
      if (!stopTimer) flash();
    },
    dispose() {
      window.removeEventListener('focus', end);
      end();
    },
  };
}
