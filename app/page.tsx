import { redirect } from 'next/navigation'
import { paths } from '#lib/address/paths.ts'

export default function HomePage() {
  redirect(paths.projects())
}
