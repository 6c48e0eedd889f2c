const attribute = 'data-inline-style';

/**
 * Renames the style attributes of HTML. The content security policy blocks inline styles in HTML, but allows styles that
 * a script sets, as `applyInlineStyles` does.
 */
export function withoutInlineStyles(html: string): string {
  return html.replaceAll(/(<[a-z][^>]*?\s)style="/gi, `$1${attribute}="`);
}

function applyTo(element: HTMLElement): void {
  const styles = element.getAttribute(attribute);
  if (styles === null) return;
  element.removeAttribute(attribute);
  // Styles set since the element was added override those of its HTML.
  element.style.cssText = `${styles};${element.style.cssText}`;
}

/** Applies the renamed styles of elements added to `root`, before they are painted. Returns a function that stops it. */
export function applyInlineStyles(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement || node instanceof SVGElement)) continue;
        applyTo(node as HTMLElement);
        for (const descendant of node.querySelectorAll<HTMLElement>(`[${attribute}]`)) applyTo(descendant);
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
