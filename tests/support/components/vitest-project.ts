import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { msw } from 'msw/vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { IS_NIGHT } from '../night.ts'
import { browserCommands } from './browser-commands.ts'

const SUPPORT = import.meta.dirname
const ROOT = join(SUPPORT, '../../..')

/** Milliseconds until a wait counts as a hang. No test depends on it, because waits end with their condition. */
const HANG_MS = 60_000

/**
 * React's production build by day, at half the processor time. The development build at night, whose warnings fail a
 * test.
 */
const REACT = { 'process.env.NODE_ENV': IS_NIGHT ? '"development"' : '"production"' }

/**
 * The component tests: parts of the desk in Chromium, with msw in the role of the desk's own API. Two pages of one
 * browser run at a time, and the test files of a page share their modules.
 */
export const components: TestProjectInlineConfiguration = {
  extends: false,
  root: ROOT,
  plugins: [msw({ mode: 'worker-only' })],
  resolve: {
    alias: [
      // The alias of `next.config.ts` for the server: texts are compiled at their first use.
      instead('use-intl/format-message', join(ROOT, 'lib/i18n/format-message.ts')),
      instead('next/link', join(SUPPORT, 'next-link.ts')),
      instead('next/navigation', join(SUPPORT, 'next-navigation.ts')),
      instead('next/offline', join(SUPPORT, 'next-offline.ts')),
      instead('server-only', join(SUPPORT, 'nothing.ts')),
      instead('#lib/settings/env.ts', join(SUPPORT, 'env.ts')),
    ],
  },
  oxc: { jsx: { runtime: 'automatic', development: IS_NIGHT } },
  define: {
    ...REACT,
    'process.env.__NEXT_ROUTER_BASEPATH': '""',
    'process.env.DESK_BASE_PATH': '""',
  },
  // All packages are listed: one that is found during a run would load a second React.
  optimizeDeps: {
    noDiscovery: true,
    rolldownOptions: { transform: { define: REACT } },
    include: [
      '@base-ui/react/alert-dialog',
      '@base-ui/react/autocomplete',
      '@base-ui/react/combobox',
      '@base-ui/react/dialog',
      '@base-ui/react/menu',
      '@base-ui/react/popover',
      '@base-ui/react/toast',
      '@base-ui/react/tooltip',
      '@e965/xlsx',
      '@hookform/resolvers/zod',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'axe-core',
      'icu-minify/compile',
      'lucide',
      'msw',
      'msw/browser',
      'papaparse',
      'react',
      'react-dom',
      'react-dom/client',
      'react-hook-form',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'use-intl',
      'use-intl/core',
      'use-intl/format-message/format-only',
      'use-intl/react',
      'zod',
      'zod/mini',
    ],
  },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.tsx'],
    setupFiles: ['tests/support/components/each-test.ts'],
    isolate: true,
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 3 * HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      // A part of a text finds its element, as in the browser tests.
      locators: { exact: false },
      commands: browserCommands,
      provider: playwright({
        actionTimeout: HANG_MS,
        contextOptions: { locale: 'de-DE', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' },
        launchOptions: {
          ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
          args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
}

function instead(module: string, replacement: string) {
  return { find: new RegExp(`^${module}$`), replacement }
}
