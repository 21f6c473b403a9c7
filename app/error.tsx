'use client'

import { CrashScreen } from '#components/shell/crash-screen.tsx'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <CrashScreen error={error} onRetry={retry} />
}
