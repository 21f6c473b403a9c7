import type { ArchiveText, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import type { ArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { toPowerShellString } from './powershell.ts'
import { writeScript } from './script-frame.ts'

/**
 * Writes a script that sets `thumbnailPhoto` in Active Directory. It finds each account by email address or UPN, and
 * requires exactly one match.
 */
export function writeActiveDirectoryScript(included: IncludedPhoto[], texts: ArchiveTexts): ArchiveText {
  const rows = included.map(({ employee, files }) => {
    const email = toLdapValue(employee.email.trim())
    return {
      User: employee.email.trim(),
      Filter: `(|(mail=${email})(userPrincipalName=${email}))`,
      File: files[0]?.fileName ?? '',
    }
  })
  const notOne = toPowerShellString(texts('script.notOne', { count: '{0}' }))
  const bytes = writeScript(
    {
      module: 'ActiveDirectory',
      rows,
      prepare: [],
      findAccount: [
        '$accounts = @(Get-ADUser -LDAPFilter $photo.Filter)',
        `if ($accounts.Count -ne 1) { throw (${notOne} -f $accounts.Count) }`,
      ],
      setPhoto: [
        'Set-ADUser -Identity $accounts[0] -Replace @{ thumbnailPhoto = [System.IO.File]::ReadAllBytes($path) }',
      ],
    },
    texts,
  )
  return { name: 'set-active-directory-photos.ps1', bytes }
}

/** Escapes the special characters of an LDAP filter (RFC 4515, section 3). */
function toLdapValue(text: string): string {
  return text.replaceAll(
    /[\\*()\0]/g,
    character => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
