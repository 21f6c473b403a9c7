'use client'

import { CrashScreen } from '#components/page/crash-screen.tsx'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <CrashScreen error={error} onRetry={retry} />
}
