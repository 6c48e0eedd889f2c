import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';

const fullHeight = { height: '100%' };

/** The style nonce of this page: the content security policy lets no other style in. */
function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

/** Fluent in the tenant's colours, light or dark, with styles that the content security policy accepts. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  const { appearance } = useApp();
  const { theme } = useSyncExternalStore(appearance.subscribe, appearance.get);
  const [renderer] = useState(() => {
    const nonce = styleNonce();
    return createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});
  });
  return (
    <RendererProvider renderer={renderer}>
      {/* A style, not a class: Fluent hands classes on to everything it draws in a portal. */}
      <FluentProvider theme={theme} style={fullHeight}>
        {children}
      </FluentProvider>
    </RendererProvider>
  );
}
