import { raw } from 'hono/html'

export const STYLE = raw(`
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #f5f6f8 }
body { margin: 0 } header, main { max-width: 72rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.05rem; margin: 0 0 .5rem } p { margin: .25rem 0 .5rem; color: #4b5563 }
nav a { margin-right: 1rem } a { color: #1d4ed8 } a[aria-current] { font-weight: 600; color: inherit; text-decoration: none }
section { background: #fff; border: 1px solid #e2e5ea; border-radius: 8px; padding: 1rem; margin-bottom: 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-top: 1px solid #edf0f3; vertical-align: middle }
th { font-weight: 600; border-top: 0; white-space: nowrap } form { display: inline-flex; gap: .35rem; align-items: center; margin: 0 }
button, input, select { font: inherit; padding: .15rem .55rem; border: 1px solid #b9c0ca; border-radius: 5px; background: #fff; color: inherit }
button { cursor: pointer } button:hover { background: #eef2f7 } button:disabled { opacity: .35; cursor: default }
:focus-visible { outline: 2px solid #1d4ed8; outline-offset: 1px } code { overflow-wrap: anywhere } small { color: #6b7280 }
input[type=number] { width: 5.5rem }
`)
