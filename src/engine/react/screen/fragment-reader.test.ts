import { describe, expect, it } from 'vitest';
import { fragmentReaderOf } from './fragment-reader.ts';
import { createFakeHost } from '../testing/host.ts';

describe('fragmentReaderOf', () => {
  it('should request no fragment that does not exist, in the editor and in the preview', async () => {
    const host = createFakeHost();
    const requested: string[] = [];
    host.definition = async (_, id) => {
      requested.push(id);
      return { definition: { id }, version: 1, publishedVersion: 1, source: 'tenant', faults: [] };
    };
    fragmentReaderOf(host).limitTo(['record-list']);
    const found = await fragmentReaderOf(host).read(['record-list', 'record-lst']);
    expect([...found]).toEqual([['record-list', { id: 'record-list' }]]);
    expect(requested).toEqual(['record-list']);
  });

  it('should read any fragment while it is not known which ones exist', async () => {
    const host = createFakeHost();
    host.definition = () => Promise.reject(new Error('not found'));
    expect([...(await fragmentReaderOf(host).read(['record-lst']))]).toEqual([['record-lst', null]]);
  });
});
