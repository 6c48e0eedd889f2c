/** A voice note while it is recorded. Its microphone is released by both ends. */
export interface Recording {
  /** Ends it. @returns what was recorded */
  finish(): Promise<Blob>;
  /** Throws away what was recorded. */
  discard(): void;
}

/** Why nothing is recorded. `lost`: the microphone went away, or nothing came of it. */
export type RecordingFailure = 'unsupported' | 'refused' | 'missing' | 'busy' | 'lost';

export class RecordingError extends Error {
  readonly reason: RecordingFailure;

  constructor(reason: RecordingFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** In the order of preference: the server puts WebM into Ogg, and the provider takes the others as they are. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

/** Enough for speech; an hour of it stays below the 16 MB of the provider. */
const bitsPerSecond = 32_000;

/** Meanings of the browser's errors (W3C, Media Capture and Streams, getUserMedia). */
const reasons: Readonly<Record<string, RecordingFailure>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
};

/** Asks for the microphone and records. @throws RecordingError */
export async function record(): Promise<Recording> {
  // Browsers have no microphone for pages that are not secure.
  const type = globalThis.MediaRecorder && types.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type || !navigator.mediaDevices?.getUserMedia) throw new RecordingError('unsupported');
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  } catch (error) {
    throw new RecordingError(reasons[error instanceof Error ? error.name : ''] ?? 'missing');
  }
  const release = (): void => stream.getTracks().forEach((track) => track.stop());
  try {
    return begin(stream, type, release);
  } catch {
    release();
    throw new RecordingError('unsupported');
  }
}

function begin(stream: MediaStream, mimeType: string, release: () => void): Recording {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const pieces: Blob[] = [];
  // It also ends by itself, when the microphone is unplugged: what it has until then is kept.
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(pieces, { type: mimeType.split(';')[0] })));
  });
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.start(1000);
  const end = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
    release();
  };
  return {
    async finish() {
      end();
      const blob = await ended;
      if (blob.size === 0) throw new RecordingError('lost');
      return blob;
    },
    discard: end,
  };
}
