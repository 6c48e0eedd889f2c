import { useContext, useEffect, useRef, type RefObject } from 'react';
import type { Path } from '../../core/index.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import { useNode } from '../context.ts';
import { PageContext } from '../screen/page.ts';
import { focusFirstError } from './focus.ts';

/**
 * Shows a form's counts in the page's header, and saves it with Ctrl+S.
 * @returns whether the page consists of the form, whose sections are then cards.
 */
export function usePageForm(
  model: FormModel,
  element: RefObject<HTMLFormElement | null>,
  idOf: (path: Path) => string,
  { readOnly, submit }: { readOnly: boolean; submit(): void },
): boolean {
  const page = useContext(PageContext);
  const { id } = useNode();
  const isOnPage = page?.formIds.has(id) === true;
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    if (page === null || readOnly) return undefined;
    return page.forms.register({
      get: () => model.getForm(),
      subscribe: model.subscribeForm,
      showFirstError: () => element.current && focusFirstError(element.current, model, idOf),
      submit: () => latest.current(),
      discard() {
        const typed = model.record;
        const names = model.changedNames();
        model.reset();
        return () => names.forEach((name) => model.set([name], typed[name]));
      },
    });
  }, [page, model, element, idOf, readOnly]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSaveKey(event) || event.defaultPrevented) return;
      const form = element.current;
      const place = event.target instanceof Element ? event.target : null;
      const isInside = form?.contains(place) === true;
      // Elsewhere on the page the key means its only form, unless a dialog is open above it.
      const isOnly =
        isOnPage &&
        page?.forms.list.length === 1 &&
        place?.closest('[role="dialog"], [role="alertdialog"]') === null;
      if (readOnly || (!isInside && !isOnly)) return;
      // Otherwise the browser offers to store the page.
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [page, isOnPage, element, readOnly]);
  return isOnPage;
}

const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey;
