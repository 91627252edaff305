/** Attributes that are visible or read aloud. */
const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt']

/** Elements that are not converted: editable text, scripts, and the names of scripts. */
const KEPT = 'script, style, textarea, code, [contenteditable], [translate="no"]'

interface Converted {
  original: string
  shown: string
}

/**
 * Converts the whole document, and then every rendered or changed text before it is painted. It works on the document
 * rather than in components, so that it covers every text, including live ones. React is not disturbed: it writes a
 * text when its value changes, and never compares it with the document. Returns a function that restores the originals.
 */
export function convertPage(convert: (text: string) => string): () => void {
  const texts = new WeakMap<Node, Converted>()
  const attributes = new WeakMap<Element, Map<string, Converted>>()

  const showText = (node: Node) => {
    const value = node.nodeValue ?? ''
    if (texts.get(node)?.shown === value || node.parentElement?.closest(KEPT)) return
    const shown = convert(value)
    texts.set(node, { original: value, shown })
    if (shown !== value) node.nodeValue = shown
  }

  const showAttribute = (element: Element, name: string) => {
    const value = element.getAttribute(name)
    const converted = attributes.get(element) ?? new Map<string, Converted>()
    if (value === null || converted.get(name)?.shown === value || element.closest('[translate="no"]')) return
    const shown = convert(value)
    attributes.set(element, converted.set(name, { original: value, shown }))
    if (shown !== value) element.setAttribute(name, shown)
  }

  const showTree = (root: Node) => {
    forEachNode(root, showText, (element) => {
      for (const name of ATTRIBUTES) showAttribute(element, name)
    })
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'characterData') showText(target)
      else if (type === 'attributes') showAttribute(target as Element, attributeName ?? '')
      else for (const node of addedNodes) showTree(node)
    }
  })
  showTree(document.documentElement)
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ATTRIBUTES,
  })

  return () => {
    observer.disconnect()
    forEachNode(
      document.documentElement,
      (node) => {
        const converted = texts.get(node)
        if (converted && converted.shown === node.nodeValue) node.nodeValue = converted.original
      },
      (element) => {
        for (const [name, { original, shown }] of attributes.get(element) ?? [])
          if (element.getAttribute(name) === shown) element.setAttribute(name, original)
      },
    )
  }
}

function forEachNode(root: Node, onText: (node: Node) => void, onElement: (element: Element) => void): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    if (node instanceof Element) onElement(node)
    else if (node instanceof Text) onText(node)
  }
}
