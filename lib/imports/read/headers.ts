import type { ImportField } from '#lib/contracts/import-rows.ts'
import { fold } from '#lib/i18n/fold.ts'

/** The meaning of a column: a field, or a whole name in one cell. */
export type ColumnMeaning = ImportField | 'full_name'

/**
 * Column headers of German and English personnel systems, as folded by `toHeaderKey`: lower-case letters and digits, ä
 * as ae. Better words come first: a work address is preferred to a private one.
 */
export const HEADER_WORDS: Record<ColumnMeaning, readonly string[]> = {
  first_name: [
    ...['vorname', 'firstname', 'givenname', 'rufname', 'forename', 'vornamen', 'firstnames', 'givennames'],
    ...['erstervorname', 'vname', 'vorn', 'fname', 'first', 'given', 'preferredname', 'preferredfirstname'],
    ...[
      'knownas',
      'vornameruf',
      'vornamemitarbeiter',
      'mitarbeitervorname',
      'mavorname',
      'employeefirstname',
    ],
    ...['legalfirstname', 'legalnamefirstname', 'preferrednamefirstname', 'vorna', 'prenom'],
  ],
  last_name: [
    ...['nachname', 'lastname', 'surname', 'familienname', 'familyname', 'zuname', 'nachnamen', 'lastnames'],
    ...['nname', 'nachn', 'lname', 'last', 'family', 'hausname', 'mitarbeiternachname', 'manachname'],
    ...[
      'nachnamemitarbeiter',
      'employeelastname',
      'legallastname',
      'legalnamelastname',
      'preferrednamelastname',
    ],
    ...['preferredlastname', 'nom'],
  ],
  full_name: [
    ...[
      'name',
      'vollername',
      'vollstaendigername',
      'fullname',
      'mitarbeitername',
      'mitarbeiter',
      'mitarbeiterin',
    ],
    ...['nachnamevorname', 'vornamenachname', 'namevorname', 'vornamename', 'vorundnachname', 'vorundzuname'],
    ...['nachundvorname', 'vornamezuname', 'nameundvorname', 'vornameundname', 'vornameundnachname'],
    ...[
      'lastnamefirstname',
      'firstnamelastname',
      'firstandlastname',
      'employeename',
      'employee',
      'displayname',
    ],
    ...[
      'anzeigename',
      'person',
      'personname',
      'personenname',
      'beschaeftigter',
      'beschaeftigte',
      'namen',
      'names',
    ],
    ...[
      'mitarbeiterinnen',
      'mitarbeitende',
      'mitarbeitender',
      'worker',
      'workername',
      'staffname',
      'ansprechpartner',
    ],
    ...['formattedname', 'completename', 'kollege', 'teilnehmer', 'participant', 'naam'],
  ],
  email: [
    ...['emaildienstlich', 'dienstlicheemail', 'maildienstlich', 'dienstlichemail', 'emailgeschaeftlich'],
    ...[
      'geschaeftlicheemail',
      'emailgesch',
      'emaildienst',
      'dienstemail',
      'dienstmail',
      'firmenemail',
      'firmenmail',
    ],
    ...[
      'dienstlicheemailadresse',
      'geschaeftlicheemailadresse',
      'dienstlichemailadresse',
      'emailadressedienstlich',
    ],
    ...[
      'emailadressegeschaeftlich',
      'emailberuflich',
      'beruflicheemail',
      'workemail',
      'emailwork',
      'workmail',
    ],
    ...[
      'businessemail',
      'emailbusiness',
      'companyemail',
      'corporateemail',
      'officeemail',
      'workemailaddress',
    ],
    ...[
      'emailprimarywork',
      'primaryworkemailaddress',
      'dienstlemail',
      'businessemailinformationemailaddress',
    ],
    ...['businessemailaddress', 'primaryworkemail', 'companyemailaddress', 'emailarbeit', 'arbeitsemail'],
    ...['email', 'mail', 'emailadresse', 'emailaddress', 'mailadresse', 'mailaddress', 'emails', 'emailid'],
    ...['primaryemail', 'primaryemailaddress', 'emailintern', 'emailmitarbeiter', 'mitarbeiteremail'],
    ...[
      'employeeemail',
      'elektronischepost',
      'adresseemail',
      'smtp',
      'smtpadresse',
      'smtpaddress',
      'primarysmtpaddress',
    ],
    ...['userprincipalname', 'upn', 'emailadr', 'email1', 'mail1', 'kontaktemail', 'contactemail', 'epost'],
    ...['preferredemail', 'preferedemail', 'usridlong', 'emailprimaryhome', 'emailhome'],
    ...['emailprivat', 'privateemail', 'mailprivat', 'privateemailadresse', 'personalemail', 'homeemail'],
  ],
  mitarbeiternummer: [
    ...[
      'personalnummer',
      'mitarbeiternummer',
      'personalnr',
      'mitarbeiternr',
      'persnr',
      'manr',
      'pnr',
      'manummer',
    ],
    ...[
      'persnummer',
      'pernr',
      'personalno',
      'mitarbnr',
      'mitnr',
      'mitarbeiterid',
      'personalid',
      'maid',
      'persid',
    ],
    ...['pnummer', 'personalstammnummer', 'stammnummer', 'stammnr', 'personalstammnr', 'personalnummersap'],
    ...[
      'sappersonalnummer',
      'sapnummer',
      'sapnr',
      'sapid',
      'datevnummer',
      'datevpersonalnummer',
      'lohnnummer',
    ],
    ...[
      'lohnpersonalnummer',
      'mitarbeiterkennung',
      'personalkennziffer',
      'personalkennzeichen',
      'personenid',
    ],
    ...[
      'personennummer',
      'personennr',
      'mitarbeiterkennnummer',
      'beschaeftigtennummer',
      'dienstnummer',
      'dienstnr',
    ],
    ...[
      'angestelltennummer',
      'ausweisnummer',
      'ausweisnr',
      'personalnummerintern',
      'mitarbeiternummerintern',
    ],
    ...[
      'employeenumber',
      'employeeno',
      'employeenr',
      'employeeid',
      'empno',
      'empid',
      'empnr',
      'employeecode',
    ],
    ...['personnelnumber', 'personnelno', 'personnelnr', 'personnelid', 'staffnumber', 'staffno', 'staffid'],
    ...[
      'empnumber',
      'staffnr',
      'eecode',
      'eeid',
      'eenumber',
      'personidexternal',
      'useridusername',
      'useridbenutzername',
    ],
    ...['filenumber', 'fileno', 'filenr', 'associateid', 'badgenr', 'payrollnr', 'idnr', 'mitarbeiternumber'],
    ...['workerid', 'workernumber', 'payrollnumber', 'payrollid', 'payrollno', 'personid', 'personnumber'],
    ...[
      'badgenumber',
      'badgeid',
      'idnummer',
      'idnumber',
      'externalid',
      'personalnumber',
      'hrid',
      'nummer',
      'nr',
    ],
  ],
  locale: [
    ...['sprache', 'language', 'einladungssprache', 'sprachedereinladung', 'korrespondenzsprache', 'locale'],
    ...['spracheeinladung', 'invitationlanguage', 'preferredlanguage', 'bevorzugtesprache', 'muttersprache'],
    ...[
      'kommunikationssprache',
      'mailsprache',
      'sprachcode',
      'sprachkennzeichen',
      'languagecode',
      'lang',
      'spr',
    ],
    ...[
      'sprachschluessel',
      'correspondencelanguage',
      'anzeigesprache',
      'displaylanguage',
      'sprachederkorrespondenz',
    ],
  ],
}

/** The meaning of a header, and the rank of its word: 0 is the best word for the meaning. */
type HeaderMatch = { meaning: ColumnMeaning; rank: number }

/**
 * A remark after the word: "Personalnummer (SAP)", "E-Mail *", "Name [Pflichtfeld]", "E-Mail, z. B. a@firma.example".
 */
const REMARK = /([([{<:]|\S*@|\b(z\. ?b\.|e\.g\.|bsp\.|beispiel|example)).*$/is
/** "Employee #". A sign without a word numbers the lines. */
const NUMBER_SIGN = /(?<=\p{L}\s*)(#|№|n[º°])/giu

const BETWEEN_WORDS = /[^a-z0-9]+/g

const MATCHES = new Map<string, HeaderMatch>(
  Object.entries(HEADER_WORDS).flatMap(([meaning, words]) =>
    words.map((word, rank): [string, HeaderMatch] => [word, { meaning: meaning as ColumnMeaning, rank }]),
  ),
)

/** Finds the field of a column by its header, in German or English and any spelling; null for any other header. */
export function matchHeader(header: string): HeaderMatch | null {
  if (header === '') return null
  const whole = matchLine(header)
  if (whole || !header.includes('\n')) return whole
  // The lower of two lines is more specific: "Name" over "Nachname".
  return header.split('\n').reduceRight<HeaderMatch | null>((found, line) => found ?? matchLine(line), null)
}

function matchLine(header: string): HeaderMatch | null {
  const named = header.replace(NUMBER_SIGN, ' nr')
  return MATCHES.get(toHeaderKey(named)) ?? MATCHES.get(toHeaderKey(named.replace(REMARK, ''))) ?? null
}

/** Folds `Pers.-Nr.`, `PERS NR` and `pers_nr` to the same key. */
export function toHeaderKey(header: string): string {
  return fold(header).german.replace(BETWEEN_WORDS, '')
}
