import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { styleNonce } from '../../ui/index.ts';
import { useAppearance } from '../app-context.ts';

const fullHeight = { height: '100%' };

/** Provides Fluent's theme in the tenant's colours, light or dark, with styles that the content security policy accepts. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  const { theme } = useAppearance();
  const [renderer] = useState(() => {
    const nonce = styleNonce();
    return createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});
  });
  return (
    <RendererProvider renderer={renderer}>
      {/* A style, not a class: Fluent passes classes on to everything that it renders in a portal. */}
      <FluentProvider theme={theme} style={fullHeight}>
        {children}
      </FluentProvider>
    </RendererProvider>
  );
}
