import { FluentProvider, tokens } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { Diagnostic, Registry } from '../engine/core/index.ts';
import { EngineProvider, Screen } from '../engine/react/index.ts';
import type { FakeHost } from '../engine/react/testing/host.ts';
import type { StageSettings } from './globals.ts';
import { themeOf } from './theme.ts';

/** The appearance of a story or a page: the tenant's theme, language and direction of texts. */
export function Appearance({
  settings,
  whole,
  children,
}: {
  settings: StageSettings;
  /** The story is the only content of the page, which takes its language and background. */
  whole: boolean;
  children: ReactNode;
}) {
  const { language, theme, colors, textScale, direction } = settings;
  const fluent = useMemo(() => themeOf({ theme, colors, textScale }), [theme, colors, textScale]);
  useEffect(() => {
    if (!whole) return;
    const { documentElement: page } = document;
    page.lang = language;
    page.dir = direction;
    page.dataset.theme = theme;
  }, [whole, language, direction, theme]);
  const style: CSSProperties = {
    ...(whole ? { minHeight: '100vh' } : {}),
    backgroundColor: tokens.colorNeutralBackground2,
  };
  return (
    <FluentProvider theme={fluent} dir={direction} style={style} lang={language}>
      {whole ? <main>{children}</main> : children}
    </FluentProvider>
  );
}

/** Renders a document with the real engine, over a story's host. */
export function ScreenStage({
  document,
  registry,
  host,
  diagnostics,
  height,
}: {
  document: unknown;
  registry: Registry;
  host: FakeHost;
  /** The diagnostics of a server; without them the document is validated here. */
  diagnostics?: readonly Diagnostic[];
  height: CSSProperties['height'];
}) {
  const params = useMemo(() => ({}), []);
  return (
    <div style={{ height, paddingTop: 16, boxSizing: 'border-box' }}>
      <EngineProvider registry={registry} host={host}>
        <Screen document={document} params={params} {...(diagnostics ? { diagnostics } : {})} />
      </EngineProvider>
    </div>
  );
}
