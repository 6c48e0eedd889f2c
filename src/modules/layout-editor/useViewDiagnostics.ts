import { useCallback, useContext, useMemo, useState } from 'react';
import type { JsonObject } from '../../contracts/json.ts';
import { filterValueDiagnostics, unfilteredRecords, type Diagnostic } from '../../engine/core/index.ts';
import { useLanguage, useText } from '../../engine/react/index.ts';
import { DataChoicesContext, shownText, useEditor } from '../../editor/index.ts';

interface Validated {
  document: JsonObject;
  found: readonly Diagnostic[];
}

/** Diagnostics of the document: by the language, and between its filters and the data behind it. */
export function useViewDiagnostics(): {
  diagnostics: readonly Diagnostic[];
  /** Takes what validation has found. */
  onValidated(found: readonly Diagnostic[]): void;
} {
  const editor = useEditor();
  const t = useText();
  const lang = useLanguage();
  const { rows } = useContext(DataChoicesContext);
  const [validated, setValidated] = useState<Validated | null>(null);
  const onValidated = useCallback(
    (found: readonly Diagnostic[]) => setValidated({ document: editor.document(), found }),
    [editor],
  );
  const diagnostics = useMemo(() => {
    if (validated === null) return [];
    const { document, found } = validated;
    const textOf = (label: Parameters<typeof shownText>[0]) => shownText(label, document, lang, t);
    return [
      ...found,
      ...filterValueDiagnostics(document, { choices: rows, textOf }),
      ...unfilteredRecords(document),
    ];
  }, [validated, rows, lang, t]);
  return { diagnostics, onValidated };
}
