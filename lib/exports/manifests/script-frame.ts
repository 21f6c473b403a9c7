import type { ArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { toPhotoList, toPowerShellFile, toPowerShellString } from './powershell.ts'

type ScriptFrame = {
  /** The PowerShell module that it needs. */
  module: string
  /** Each has `User`, `File` and what else is read of `$photo`. */
  rows: Record<string, string>[]
  /** Runs once, before the first photo. */
  prepare: string[]
  /** Looks up the account of `$photo` and changes nothing; throws when there is not exactly one. */
  findAccount: string[]
  /** Sets the photo of `$photo` from the file `$path`; throws when it cannot. */
  setPhoto: string[]
}

/**
 * Commands of a module. Many of them, those of Graph above all, are functions that do not see the `$ErrorActionPreference` of the
 * script that calls them (about_Preference_Variables): unless each of them is told to stop, its error is no more than red words,
 * and no `catch` learns of it.
 */
const MODULE_COMMAND = /\b[A-Z][a-z]+-(?:AD|Mg)[A-Z]\w*/g

/**
 * A script that sets each person's photo and goes on when one fails; the failed are listed at the end, and the exit
 * code tells of them. With `-WhatIf` it looks up the accounts all the same, so that it is known before who would fail.
 */
export function writeScript(
  { module, rows, prepare, findAccount, setPhoto }: ScriptFrame,
  texts: ArchiveTexts,
): Buffer {
  const action = toPowerShellString(texts('script.action'))
  // PowerShell puts the numbers in.
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
