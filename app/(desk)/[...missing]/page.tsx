import { notFound } from 'next/navigation'

export { generateMetadata } from '../not-found.tsx'

/** An address that was mistyped anywhere: inside the shell, so that its bar and its ways on stay. */
export default function MissingPage() {
  notFound()
}
