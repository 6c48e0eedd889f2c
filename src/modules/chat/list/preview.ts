import { useCallback } from 'react';
import type { LastMessage } from '../../../contracts/support.ts';
import { previewLength } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';

/** Cuts a text at a whole character, as people see one (specification 2, section 9). */
export function cutText(text: string, length = previewLength): string {
  if (text.length <= length) return text;
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  let end = 0;
  for (const { index, segment } of segments) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}

/** The line of the list that says what the last message is. */
export function usePreview(): (message: LastMessage) => string {
  const t = useText();
  return useCallback(
    ({ type, content, fileName, seconds }) => {
      const text = cutText(content.replaceAll(/\s+/g, ' ').trim());
      if (type === 'text' || type === 'template' || type === 'interactive')
        return text || t(`chat.types.${type}`);
      if (type === 'audio' && seconds !== null)
        return `${t('chat.types.audio')} (${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')})`;
      return text || (type === 'document' ? fileName : null) || t(`chat.types.${type}`);
    },
    [t],
  );
}
