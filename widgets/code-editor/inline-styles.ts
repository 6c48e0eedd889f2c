const attribute = 'data-inline-style';

/**
 * HTML whose style attributes carry another name. The content security policy drops inline styles from HTML; written by
 * `applyInlineStyles` they are a script's own doing, which it allows.
 */
export function withoutInlineStyles(html: string): string {
  return html.replaceAll(/(<[a-z][^>]*?\s)style="/gi, `$1${attribute}="`);
}

function apply(element: HTMLElement): void {
  const styles = element.getAttribute(attribute);
  if (styles === null) return;
  element.removeAttribute(attribute);
  // What was set since it came goes before what it came with.
  element.style.cssText = `${styles};${element.style.cssText}`;
}

/** Gives elements that come into `root` the styles that their HTML carried, before they are painted. Returns the end. */
export function applyInlineStyles(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement || node instanceof SVGElement)) continue;
        apply(node as HTMLElement);
        for (const below of node.querySelectorAll<HTMLElement>(`[${attribute}]`)) apply(below);
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
