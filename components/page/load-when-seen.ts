/**
 * Number of pictures that load at once; pictures load when they come into view. A browser opens six connections to a
 * host; if thumbnails that wait for the service's limit held them all, a save would wait behind pictures.
 */
const PARALLEL = 3

const addresses = new WeakMap<Element, string>()
const seen = new Set<HTMLImageElement>()
const loading = new Set<HTMLImageElement>()
let observer: IntersectionObserver | undefined

/** Starts watching a picture; the returned function stops that, even in the middle of loading. */
export function loadWhenSeen(image: HTMLImageElement, address: string): () => void {
  observer ??= new IntersectionObserver(look, { rootMargin: '100px' })
  const settle = () => {
    if (loading.delete(image)) loadNext()
  }
  // An image that fails to load would be shown as broken.
  const hide = () => {
    image.hidden = true
    settle()
  }
  addresses.set(image, address)
  image.addEventListener('load', settle)
  image.addEventListener('error', hide)
  observer.observe(image)
  return () => {
    observer?.unobserve(image)
    image.removeEventListener('load', settle)
    image.removeEventListener('error', hide)
    seen.delete(image)
    if (loading.has(image)) image.removeAttribute('src')
    settle()
  }
}

function look(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!(target instanceof HTMLImageElement)) continue
    if (isIntersecting) seen.add(target)
    else seen.delete(target)
  }
  loadNext()
}

function loadNext(): void {
  for (const image of seen) {
    if (loading.size >= PARALLEL) return
    seen.delete(image)
    observer?.unobserve(image)
    loading.add(image)
    image.src = addresses.get(image) ?? ''
  }
}
