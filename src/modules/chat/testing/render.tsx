import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRegistry } from '../../../engine/core/index.ts';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { createChatServer } from '../chat-server.ts';
import { createChatSync } from '../core/sync.ts';
import { createFakeChatServer, createFakeOutbox, testChat } from '../core/testing.ts';
import { OpenChatContext } from '../open-chat.ts';
import texts from '../../../../locales/pt/chat.json' with { type: 'json' };

type Tree = { [key: string]: string | Tree };

/** The texts of the page by their keys, of numbers those for one: the fake host counts nothing. */
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key.replace(/_one$/, '')}`, value]]
      : flat(value, `${path}${key}.`),
  );

/** Test support: renders a part of the page around an open chat, in Portuguese, over a fake host and server. */
export async function renderChat(
  part: ReactNode,
  { mayWrite = true, chats = [testChat(1)], host = createFakeHost() } = {},
) {
  host.texts = { ...Object.fromEntries(flat(texts)), ...host.texts };
  // Messages sent reach the host, as the page would send them.
  const { sendRequest } = createChatServer(host);
  const server = Object.assign(createFakeChatServer(), { sendRequest, run: host.run });
  server.stored.chats = chats;
  const sync = createChatSync(server, createFakeOutbox(server));
  await act(() => sync.load());
  const value = { sync, open: () => undefined, mayWrite };
  const page = (content: ReactNode) => (
    <FluentProvider theme={webLightTheme}>
      <EngineProvider registry={createRegistry([])} host={host}>
        <OpenChatContext value={value}>{content}</OpenChatContext>
      </EngineProvider>
    </FluentProvider>
  );
  const rendered = render(page(part));
  return { host, server, sync, show: (next: ReactNode) => rendered.rerender(page(next)) };
}
