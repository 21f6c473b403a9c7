'use client'

import { usePathname } from 'next/navigation'
import { Link } from '#components/ui/link.tsx'
import { parts } from './parts.ts'

export function GalleryNav() {
  const here = usePathname()
  return (
    <nav aria-label="Primitives" className="max-md:overflow-x-auto">
      <ul className="flex md:sticky md:top-20 md:grid">
        {Object.keys(parts).map(part => (
          <li key={part}>
            <Link
              href={`/gallery/${part}`}
              aria-current={here === `/gallery/${part}` ? 'page' : undefined}
              className="block whitespace-nowrap rounded-md px-2 py-1 text-muted text-sm hover:text-text aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-text"
            >
              {part}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
