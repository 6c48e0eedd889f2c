// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { fileIcon } from './files.ts';

afterEach(cleanup);

const files = (rest: object = {}) =>
  screenOf(
    [
      {
        id: 'f',
        type: 'file-list',
        source: 'files',
        props: { label: 'Anexos', download: '/files/{row.id}' },
        ...rest,
      },
    ],
    { sources: { files: { get: '/files', rows: 'data' } } },
  );

describe('file-list', () => {
  it('should show each file with its size, download it and fire remove', async () => {
    const saves: string[] = [];
    const host = createFakeHost({
      answer: () => ({
        data: [
          { id: 1, name: 'contrato.pdf', size: 1_540_000 },
          { id: 2, name: '', size: 'grande', type: 'image/png' },
        ],
      }),
    });
    host.save = async (address, filename) => void saves.push(`${address} ${filename}`);
    renderScreen(files({ on: { remove: [{ request: { delete: '/files/{row.id}' } }] } }), { host });
    expect(await screen.findByText('contrato.pdf')).toBeTruthy();
    expect(screen.getByText('1,5 MB')).toBeTruthy();
    expect(screen.getByText('Sem nome')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((one) => one.getAttribute('aria-setsize'))).toEqual([
      '2',
      '2',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Baixar contrato.pdf' }));
    fireEvent.click(screen.getByRole('button', { name: 'Baixar Sem nome' }));
    await waitFor(() => expect(saves.toSorted()).toEqual(['/files/1 contrato.pdf', '/files/2 2']));
    fireEvent.click(screen.getByRole('button', { name: 'Remover contrato.pdf' }));
    await waitFor(() => expect(host.requests.map(({ address }) => address)).toEqual(['/files/1']));
  });

  it('should take dropped files, also when it is empty, and mark where they land', async () => {
    const uploads: string[][] = [];
    const host = createFakeHost({ answer: () => ({ data: [] }) });
    host.upload = async ({ files: sent }) => void uploads.push(sent.map(({ name }) => name));
    const steps = [{ upload: { post: '/files', files: { $expr: 'event.files' }, maxFiles: 5 } }];
    renderScreen(files({ on: { drop: steps } }), { host });
    const target = await screen.findByText('Nenhum arquivo');
    const dataTransfer = { types: ['Files'], files: [new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')] };
    // Browsers drop only where a listener accepts the drag.
    expect(fireEvent.dragOver(target, { dataTransfer })).toBe(false);
    expect(fireEvent.dragOver(target, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
    fireEvent.drop(target, { dataTransfer });
    await waitFor(() => expect(uploads).toEqual([['a.pdf', 'b.pdf']]));
    expect(host.reports).toEqual([]);
  });

  it('should not take files without steps for them', async () => {
    renderScreen(files(), { answer: () => ({ data: [] }) });
    const target = await screen.findByText('Nenhum arquivo');
    expect(fireEvent.dragOver(target, { dataTransfer: { types: ['Files'], files: [] } })).toBe(true);
  });

  it('should show an empty state', async () => {
    renderScreen(files(), { answer: () => ({ data: [] }) });
    expect(await screen.findByText('Nenhum arquivo')).toBeTruthy();
  });

  it('should render ten thousand files a window at a time', async () => {
    const data = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `${id}.pdf`, size: id }));
    renderScreen(files(), { answer: () => ({ data }) });
    await screen.findByText('0.pdf');
    expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
  });

  it('should choose icons by media type, else by file extension', () => {
    expect(fileIcon('a.bin', 'image/png')).toBe('image');
    expect(fileIcon('a.XLSX', undefined)).toBe('table-simple');
    expect(fileIcon('a', 42)).toBe('document');
  });
});
