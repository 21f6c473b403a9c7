import type { ArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { toPhotoList, toPowerShellFile, toPowerShellString } from './powershell.ts'

type ScriptFrame = {
  /** The PowerShell module that the script needs. */
  module: string
  /** Each row has `User`, `File` and any other property that is read from `$photo`. */
  rows: Record<string, string>[]
  /** Runs once, before the first photo. */
  prepare: string[]
  /** Finds the account of `$photo` without changing anything; throws unless there is exactly one. */
  findAccount: string[]
  /** Sets the photo of `$photo` from the file `$path`; throws when that fails. */
  setPhoto: string[]
}

/**
 * Matches commands of a module. Many of them, above all those of Graph, are functions that ignore the calling script's
 * `$ErrorActionPreference` (about_Preference_Variables). Without `-ErrorAction Stop` on each, an error is only printed
 * in red, and no `catch` receives it.
 */
const MODULE_COMMAND = /\b[A-Z][a-z]+-(?:AD|Mg)[A-Z]\w*/g

/**
 * Writes a script that sets each employee's photo and continues when one fails. It lists the failures at the end and
 * reports them in the exit code. With `-WhatIf` it still looks up the accounts, to show in advance which ones would
 * fail.
 */
export function writeScript(
  { module, rows, prepare, findAccount, setPhoto }: ScriptFrame,
  texts: ArchiveTexts,
): Buffer {
  const action = toPowerShellString(texts('script.action'))
  // PowerShell fills in the numbers.
  const summary = toPowerShellString(texts('script.summary', { set: '{0}', count: '{1}' }))
  const trial = toPowerShellString(texts('script.trial', { found: '{0}', count: '{1}' }))
  return toPowerShellFile([
    '#Requires -Version 5.1',
    `#Requires -Modules ${module}`,
    `# ${texts('script.check')}`,
    '[CmdletBinding(SupportsShouldProcess)]',
    'param()',
    '',
    'Set-StrictMode -Version Latest',
    "$ErrorActionPreference = 'Stop'",
    '',
    ...toPhotoList(rows),
    '',
    ...prepare.map(stopAtError),
    '$set = 0',
    '$failed = 0',
    'foreach ($photo in $photos) {',
    '    try {',
    '        $path = [System.IO.Path]::Combine($PSScriptRoot, $photo.File)',
    ...findAccount.map(line => `        ${stopAtError(line)}`),
    `        if ($PSCmdlet.ShouldProcess($photo.User, ${action})) {`,
    ...setPhoto.map(line => `            ${stopAtError(line)}`),
    '            $set++',
    '        }',
    '    } catch {',
    '        $failed++',
    "        Write-Warning ('{0}: {1}' -f $photo.User, $_.Exception.Message)",
    '    }',
    '}',
    'if ($WhatIfPreference) {',
    `    Write-Host (${trial} -f ($photos.Count - $failed), $photos.Count)`,
    '} else {',
    `    Write-Host (${summary} -f $set, $photos.Count)`,
    '}',
    'if ($failed -gt 0) { exit 1 }',
  ])
}

function stopAtError(line: string): string {
  return line.replaceAll(MODULE_COMMAND, '$& -ErrorAction Stop')
}
