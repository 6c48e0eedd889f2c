import type { CompiledNode, Screen } from '../compiled-screen.ts';

/** A button of a page header that the person can press now. */
export interface ScreenAction {
  id: string;
  text: string;
  icon: string | null;
  run(): void;
}

/** Returns the buttons of the screen's page headers: those that are visible, allowed and not disabled. */
export function screenActions(screen: Screen): ScreenAction[] {
  const actions: ScreenAction[] = [];

  function visit(node: CompiledNode, inHeader: boolean): void {
    if (node.diagnostics.length > 0 || node.repeat) return;
    const { visible, pending, error, props } = screen.observeNode(node).get();
    if (!visible || pending || error) return;
    const steps = node.on.press;
    const { text, icon } = props;
    if (inHeader && node.type === 'button' && steps && typeof text === 'string' && props.disabled !== true) {
      const run = () => void screen.run({ node: node.id, event: 'press' }, steps);
      actions.push({ id: node.id, text, icon: typeof icon === 'string' ? icon : null, run });
    }
    const isHeader = inHeader || node.type === 'page-header';
    for (const child of node.children) visit(child, isHeader);
    for (const child of Object.values(node.slots).flat()) visit(child, isHeader);
  }

  for (const node of screen.compiled.body) visit(node, false);
  return actions;
}
