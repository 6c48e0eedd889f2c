import { isColor } from '../../../../contracts/formats.ts';
import type { ChatTag } from '../../../../contracts/support.ts';
import type { EntityHooks } from '../../../kernel/entity/hooks.ts';
import { invalid } from '../../../kernel/errors.ts';
import { assertPlaceholders } from './placeholders.ts';
import { publishSupport } from '../chat/events.ts';

/** Names in a canned answer, which the chat replaces by what it knows. */
const placeholders = ['nome', 'atendente', 'empresa'];

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
    assertPlaceholders('/text', text, placeholders);
    return Promise.resolve();
  },
};

/** Tags of chats have a colour. The page shows their changes in all chats at once. */
export const tagHooks: EntityHooks = {
  afterWrite({ db }, row, before) {
    const { id, title, color } = row as unknown as ChatTag;
    if (before !== null) publishSupport(db, 'TAG_UPD', { id, tag: { id, title, color } });
    return Promise.resolve();
  },
  beforeDelete({ db }, row) {
    publishSupport(db, 'TAG_UPD', { id: Number(row['id']), tag: null });
    return Promise.resolve();
  },
  beforeWrite(_ctx, { color }) {
    if (typeof color === 'string' && (color === '' || !isColor(color)))
      throw invalid([{ path: '/color', key: 'errors.supportAnswer.color' }]);
    return Promise.resolve();
  },
};
