'use client'

import { getErrorReference } from '#lib/error-reference.ts'
import { LOCALES } from '#lib/i18n/config.ts'
import texts from '#lib/i18n/crash.json' with { type: 'json' }

/**
 * When even the frame around all pages fails. Styles, the chosen language and the theme come from that frame, so this
 * page does without: it says the same in both languages and looks as the browser likes.
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
        <main>
          {LOCALES.map(locale => (
            <section key={locale} lang={locale}>
              <h1>{texts[locale].title}</h1>
              <p>{texts[locale].text}</p>
              {reference && (
                <p>
                  {texts[locale].reference} <code>{reference}</code>
                </p>
              )}
              <button type="button" onClick={() => window.location.reload()}>
                {texts[locale].tryAgain}
              </button>
            </section>
          ))}
        </main>
      </body>
    </html>
  )
}
