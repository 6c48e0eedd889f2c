import type { CodeEditorProps } from '../../src/engine/core/index.ts';
import { useText, useTexts } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { ErrorNotice, LazyComponent, lazyComponent } from '../../src/ui/index.ts';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { prepareEnvironment } from './environment.ts';
import { loadMessages } from './messages.ts';

const editor = lazyComponent(async () => {
  // The library reads its environment and its texts (find box, announcements) once, when its modules start: both are set
  // before they are imported.
  prepareEnvironment();
  await loadMessages();
  return import('./Editor.tsx');
});

/** The editor, or its placeholder until its code and the value of its source are there. The widget's schema describes it. */
export default function CodeEditor(props: WidgetProps<CodeEditorProps>) {
  const { id, props: settings, data } = props;
  const t = useText();
  const hasTexts = useTexts('code-editor');
  const label = settings.label || t('widgets.code-editor.label');
  const placeholder = <EditorSkeleton id={id} label={label} props={settings} />;
  return (
    <LazyComponent
      source={editor}
      fallback={placeholder}
      renderFailed={(retry) => (
        <ErrorNotice
          title={t('widgets.frame.failed.title')}
          text={t('widgets.frame.failed.text')}
          retry={{ text: t('widgets.frame.retry'), onRetry: retry }}
        />
      )}
    >
      {(Editor) =>
        hasTexts && (data.status !== 'loading' || data.record !== null) ? <Editor {...props} /> : placeholder
      }
    </LazyComponent>
  );
}
