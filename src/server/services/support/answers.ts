import { isColor } from '../../../contracts/formats.ts';
import type { EntityHooks } from '../../kernel/entity/hooks.ts';
import { invalid } from '../../kernel/errors.ts';

/** What a canned answer can name, which the chat replaces by what it knows. */
const placeholders: ReadonlySet<string> = new Set(['nome', 'atendente', 'empresa']);

/** Canned answers: the shortcut is one word, without the slash before it, and the text names only what the chat knows. */
export const answerHooks: EntityHooks = {
  beforeWrite(_ctx, values) {
    const { shortcut, text } = values;
    if (typeof shortcut === 'string') {
      const word = shortcut.replace(/^\/+/, '').toLowerCase();
      if (!/^[\p{L}\p{N}_-]+$/u.test(word))
        throw invalid([{ path: '/shortcut', key: 'errors.supportAnswer.shortcut' }]);
      values['shortcut'] = word;
    }
    if (typeof text === 'string') {
      const unknown = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].find(
        ([, name = '']) => !placeholders.has(name.trim()),
      );
      if (unknown)
        throw invalid([
          {
            path: '/text',
            key: 'errors.supportAnswer.placeholder',
            params: { name: unknown[1]!.slice(0, 40), known: [...placeholders].join(', ') },
          },
        ]);
    }
    return Promise.resolve();
  },
};

/** Tags of chats have a colour. */
export const tagHooks: EntityHooks = {
  beforeWrite(_ctx, { color }) {
    if (typeof color === 'string' && (color === '' || !isColor(color)))
      throw invalid([{ path: '/color', key: 'errors.supportAnswer.color' }]);
    return Promise.resolve();
  },
};
