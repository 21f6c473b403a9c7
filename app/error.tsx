'use client'

import { CrashScreen } from '#components/shell/crash-screen.tsx'

export default function ErrorPage({ retry }: { retry: () => void }) {
  return <CrashScreen onRetry={retry} />
}
