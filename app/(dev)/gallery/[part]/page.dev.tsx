import { notFound } from 'next/navigation'
import { PartPage } from '#components/gallery/part-page.tsx'
import { isPart } from '#components/gallery/parts.ts'

export default async function GalleryPartPage({ params }: { params: Promise<{ part: string }> }) {
  const { part } = await params
  if (!isPart(part)) notFound()
  return <PartPage part={part} />
}
