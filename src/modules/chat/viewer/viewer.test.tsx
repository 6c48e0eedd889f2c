// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { createRegistry } from '../../../engine/core/index.ts';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { ImageViewer } from './ImageViewer.tsx';
import { VideoViewer } from './VideoViewer.tsx';
import type { ViewerProps } from './Viewer.tsx';

/** Opens a viewer by its button. */
async function open(Component: ComponentType<ViewerProps>) {
  const onDownload = vi.fn<() => void>();
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Abrir</button>
        {isOpen && (
          <Component source="blob:1" name="nota.png" onDownload={onDownload} onClose={() => setOpen(false)} />
        )}
      </>
    );
  }
  const host = createFakeHost({ 'chat.viewer.fitFrom': '{{zoom}}%' });
  render(
    <FluentProvider>
      <EngineProvider registry={createRegistry([])} host={host}>
        <Page />
      </EngineProvider>
    </FluentProvider>,
  );
  const button = screen.getByRole('button', { name: 'Abrir' });
  button.focus();
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'nota.png' });
  return { dialog, button, onDownload };
}

const scaleOf = (picture: HTMLElement) => picture.style.transform.replace(/.*scale\((.*)\)/, '$1');

it('zooms a picture by buttons, keys and wheel, between half and five times', async () => {
  const { dialog } = await open(ImageViewer);
  const picture = screen.getByRole('img', { name: 'nota.png' });
  fireEvent.click(screen.getByRole('button', { name: 'chat.viewer.zoomIn' }));
  fireEvent.keyDown(dialog, { key: '+' });
  expect(scaleOf(picture)).toBe('1.2');
  for (let times = 0; times < 60; times += 1) fireEvent.keyDown(dialog, { key: '=' });
  expect(scaleOf(picture)).toBe('5');
  expect(screen.getByRole('button', { name: 'chat.viewer.zoomIn' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  fireEvent.click(screen.getByRole('button', { name: '500%' }));
  expect(scaleOf(picture)).toBe('1');
  for (let times = 0; times < 9; times += 1) fireEvent.wheel(picture, { deltaY: 100 });
  expect(scaleOf(picture)).toBe('0.5');
  fireEvent.keyDown(dialog, { key: '0' });
  fireEvent.keyDown(dialog, { key: '-' });
  expect(scaleOf(picture)).toBe('0.9');
});

it('moves a picture by drag and by arrow keys, and fits it again', async () => {
  const { dialog } = await open(ImageViewer);
  const picture = screen.getByRole('img', { name: 'nota.png' });
  const stage = picture.parentElement!;
  Object.defineProperties(stage, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
  Object.defineProperties(picture, { offsetWidth: { value: 400 }, offsetHeight: { value: 300 } });
  fireEvent.pointerDown(picture, { pointerId: 1, button: 0, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(picture, { pointerId: 1, clientX: 40, clientY: 0 });
  fireEvent.pointerUp(picture, { pointerId: 1 });
  fireEvent.pointerMove(picture, { pointerId: 1, clientX: 400, clientY: 400 });
  expect(picture.style.transform).toBe('translate(30px, -10px) scale(1)');
  fireEvent.keyDown(dialog, { key: 'ArrowDown' });
  expect(picture.style.transform).toBe('translate(30px, -70px) scale(1)');
  fireEvent.keyDown(dialog, { key: '0' });
  expect(picture.style.transform).toBe('translate(0px, 0px) scale(1)');
});

it.each([
  ['picture', ImageViewer],
  ['video', VideoViewer],
] as const)('closes the %s by Escape and returns the focus', async (_, Component) => {
  const { dialog, button } = await open(Component);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('says of a file that the browser cannot show how it can be opened, and saves it', async () => {
  const { onDownload } = await open(VideoViewer);
  fireEvent.error(screen.getByLabelText('nota.png', { selector: 'video' }));
  expect(screen.getByRole('alert').textContent).toContain('chat.viewer.unreadableText');
  fireEvent.click(screen.getByRole('button', { name: 'chat.download' }));
  expect(onDownload).toHaveBeenCalledOnce();
});
