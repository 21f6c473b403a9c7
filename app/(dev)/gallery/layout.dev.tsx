import type { ReactNode } from 'react'
import { GalleryNav } from '#components/gallery/gallery-nav.tsx'
import { GallerySwitches } from '#components/gallery/gallery-switches.tsx'
import { Toaster } from '#components/ui/toast/toaster.tsx'

/** Every primitive in every state, for whoever builds the desk. In English only, and only in development. */
export default function GalleryLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between gap-4 border-line border-b bg-panel px-4 sm:px-6">
        <p className="font-semibold">Gallery</p>
        <GallerySwitches />
      </header>
      <div className="mx-auto grid w-full max-w-[77rem] gap-x-10 gap-y-4 px-4 py-6 sm:px-6 md:grid-cols-[10rem_minmax(0,1fr)]">
        <GalleryNav />
        <main id="content" className="grid min-w-0 content-start gap-8">
          {children}
        </main>
      </div>
      <Toaster />
    </>
  )
}
