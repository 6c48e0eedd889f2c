import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { contentOf } from './message-content.ts';
import { itemsOf, parsePayload } from './payload.ts';

const digest = 'a'.repeat(64);

describe('a message of the provider', () => {
  it.each<[string, JsonObject, object]>([
    ['text', { type: 'text', text: { body: 'Bom dia' } }, { type: 'text', content: 'Bom dia' }],
    [
      'an image with its digest in base64',
      {
        type: 'image',
        image: {
          id: '9',
          mime_type: 'image/jpeg',
          caption: 'foto',
          sha256: Buffer.from(digest, 'hex').toString('base64'),
        },
      },
      { type: 'image', content: 'foto', media: { providerId: '9', sha256: digest } },
    ],
    [
      'a voice note',
      { type: 'audio', audio: { id: '9', voice: true } },
      { type: 'audio', media: { isVoice: true } },
    ],
    [
      'the old voice type',
      { type: 'voice', voice: { id: '9' } },
      { type: 'audio', media: { isVoice: true } },
    ],
    [
      'media without an id',
      { type: 'video', video: {} },
      { type: 'unsupported', details: { type: 'video' } },
    ],
    [
      'a location with texts for numbers',
      { type: 'location', location: { latitude: '-18.9', longitude: -48.2, name: 'Loja' } },
      { type: 'location', content: 'Loja', details: { latitude: -18.9, longitude: -48.2 } },
    ],
    ['a location nowhere', { type: 'location', location: {} }, { type: 'unsupported' }],
    [
      'contacts, one without a number',
      {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Ana' }, phones: [{ phone: '+55 31' }] }, { name: {} }],
      },
      { type: 'contacts', details: { contacts: [{ name: 'Ana', phones: ['+55 31'] }, { phones: [] }] } },
    ],
    [
      'a pressed button',
      { type: 'button', button: { text: 'Sim', payload: 'yes' } },
      { type: 'interactive', content: 'Sim', details: { id: 'yes' } },
    ],
    [
      'an entry of a list',
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '2', title: 'Boleto' } } },
      { type: 'interactive', content: 'Boleto', details: { id: '2' } },
    ],
    ['a choice without a body', { type: 'interactive' }, { type: 'interactive', content: '' }],
    [
      'what the provider does not support',
      { type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'poll' } },
      { type: 'unsupported', details: { type: 'poll', code: 131051 } },
    ],
    ['a type of the future', { type: 'hologram', hologram: { id: '1' } }, { type: 'unsupported' }],
    ['nothing', {}, { type: 'unsupported' }],
  ])('says what it is: %s', (_name, message, content) => expect(contentOf(message)).toMatchObject(content));

  it('is made well-formed', () => {
    expect(contentOf({ type: 'text', text: { body: 'a\0b\ud800' } }).content).toBe('a\ufffdb\ufffd');
  });
});

describe('a payload', () => {
  const change = (phone: string, size: number): JsonObject => ({
    field: 'messages',
    value: {
      metadata: { phone_number_id: phone },
      messages: Array.from({ length: size }, (_, at) => ({ id: `m${at}` })),
      statuses: Array.from({ length: size }, (_, at) => ({ id: `s${at}` })),
    },
  });

  it('has every message and status of every change and entry', () => {
    const entry = { changes: [change('1', 10), change('2', 10), change('3', 10)] };
    const items = itemsOf({ entry: [entry, entry, entry] });
    expect(items.filter(({ kind }) => kind === 'message')).toHaveLength(90);
    expect(items.filter(({ kind }) => kind === 'status')).toHaveLength(90);
    expect(new Set(items.map(({ pointer }) => pointer)).size).toBe(180);
  });

  it.each([
    null,
    [],
    'text',
    { entry: 'no' },
    { entry: [{ changes: [{ value: 7 }, null] }] },
    { entry: [{ changes: [{ field: 'history' }] }] },
  ])('without items hurts nobody: %j', (payload) => expect(itemsOf(payload)).toEqual([]));

  it('is refused when it is no JSON in UTF-8', () => {
    expect(() => parsePayload(Buffer.from('{"entry":['))).toThrow(SyntaxError);
    expect(() => parsePayload(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow(SyntaxError);
  });
});
