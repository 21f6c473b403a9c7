'use client'

import { buttonClass } from '#components/ui/button.tsx'
import { getErrorReference } from '#lib/error-reference.ts'
import texts from '#lib/i18n/crash.json' with { type: 'json' }
import { LOCALES } from '#lib/locales.ts'

/**
 * Shown when even the frame around all pages fails. The language and the theme come from that frame, so this page shows
 * both languages, and can be read without the stylesheet.
 */
export default function GlobalErrorPage({ error }: { error: unknown }) {
  const reference = getErrorReference(error)
  return (
    <html lang="de">
      <head>
        <title>{texts.de.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main className="mx-auto grid min-h-dvh max-w-md content-center gap-12 p-6">
          {LOCALES.map(locale => (
            <section key={locale} lang={locale}>
              <h1 className="text-lg">{texts[locale].title}</h1>
              <p className="text-muted">{texts[locale].text}</p>
            </section>
          ))}
          {reference && <code className="select-all">{reference}</code>}
          <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
            {texts.tryAgain}
          </button>
        </main>
      </body>
    </html>
  )
}
