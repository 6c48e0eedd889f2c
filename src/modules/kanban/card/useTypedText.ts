import { useCallback, useState } from 'react';
import { useHost } from '../../../engine/react/index.ts';

export interface TypedText {
  text: string;
  /** Version of what it is based on. */
  version: number;
}

/**
 * A text that is typed and not sent, kept on this device until it is: closing the panel or the window loses nothing.
 * @returns null without one
 */
export function useTypedText(key: string): [TypedText | null, (typed: TypedText | null) => void] {
  const { host } = useHost();
  const [typed, setTyped] = useState<TypedText | null>(() => {
    const { text, version } = host.drafts.read(key)?.values ?? {};
    return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
  });
  const change = useCallback(
    (next: TypedText | null) => {
      setTyped(next);
      if (next === null || next.text === '') host.drafts.remove(key);
      else host.drafts.write(key, { ...next });
    },
    [host, key],
  );
  return [typed, change];
}
