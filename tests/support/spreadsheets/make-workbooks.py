"""Writes the workbooks of the corpus again, by two writers: openpyxl, and LibreOffice through its own program.

    /usr/bin/python3 tests/support/spreadsheets/make-workbooks.py

Needs python3-openpyxl, LibreOffice and python3-uno. The list is the one of list.ts, in the forms that only a
workbook has: numbers shown with zeros, days, formulas, merged titles, links, a hidden sheet, a second sheet.
"""
import datetime
import os
import subprocess
import time

import openpyxl

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'files')
HEADERS = ['Pers.-Nr.', 'Name', 'Vorname', 'Mail dienstlich', 'Sprache', 'Eintritt', 'Kostenstelle', 'Doppelt']
PEOPLE = [
    (42, 'Müller', 'Änne', 'aenne.mueller@example.com', 'Deutsch', datetime.date(2024, 3, 1), 4711.5),
    (7, 'Straße', 'Björn', 'bjoern.strasse@example.com', 'de', datetime.date(2019, 12, 31), 4711),
    ('00100', 'Luk', 'Anna\nMaria', 'luk@example.com', None, None, '0815'),
    (123456789012, 'von der Heide', 'Žofie', 'zofie@example.com', 'en', datetime.date(2000, 1, 1), True),
]


def fill(sheet):
    sheet['A1'] = 'Personalliste Stand 1. September'
    sheet.merge_cells('A1:H1')
    for column, header in enumerate(HEADERS, 1):
        sheet.cell(3, column, header)
    for line, person in enumerate(PEOPLE, 4):
        for column, value in enumerate(person, 1):
            sheet.cell(line, column, value)
        sheet.cell(line, 4).hyperlink = 'mailto:' + person[3]
        sheet.cell(line, 6).number_format = 'dd.mm.yyyy'
        sheet.cell(line, 8, f'=G{line}&"!"')
    for line in (4, 5):
        sheet.cell(line, 1).number_format = '00000'
    for line in range(8, 300):
        sheet.cell(line, 1).number_format = '@'


def make(path):
    book = openpyxl.Workbook()
    hidden = book.active
    hidden.title = 'Intern'
    hidden['A1'] = 'nicht für den Import'
    hidden.sheet_state = 'hidden'
    book.create_sheet('Leer')
    fill(book.create_sheet('Mitarbeiter'))
    other = book.create_sheet('Köln & Bonn')
    other.append(['Vorname', 'Nachname', 'E-Mail'])
    other.append(['Eva', 'Klein', 'eva@example.com'])
    book.active = 2
    book.save(path)


def convert(source, target, password=None):
    import uno
    from com.sun.star.beans import NamedValue, PropertyValue

    office = subprocess.Popen(
        ['soffice', '--headless', '--norestore', '--accept=socket,host=127.0.0.1,port=20021;urp;']
    )
    try:
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext('com.sun.star.bridge.UnoUrlResolver', local)
        for _ in range(60):
            try:
                context = resolver.resolve(
                    'uno:socket,host=127.0.0.1,port=20021;urp;StarOffice.ComponentContext'
                )
                break
            except Exception:
                time.sleep(1)
        desktop = context.ServiceManager.createInstanceWithContext('com.sun.star.frame.Desktop', context)
        book = desktop.loadComponentFromURL('file://' + source, '_blank', 0, (PropertyValue('Hidden', 0, True, 0),))
        options = [PropertyValue('FilterName', 0, 'Calc MS Excel 2007 XML', 0)]
        if password:
            data = (NamedValue('CryptoType', 'Standard'), NamedValue('OOXPassword', password))
            values = uno.Any('[]com.sun.star.beans.NamedValue', data)
            options.append(PropertyValue('EncryptionData', 0, values, 0))
        book.storeToURL('file://' + target, tuple(options))
        book.close(True)
        desktop.terminate()
    except Exception as error:
        print('LibreOffice:', error)
    office.wait(60)


if __name__ == '__main__':
    made = os.path.join(HERE, 'openpyxl.xlsx')
    make(made)
    convert(made, os.path.join(HERE, 'libreoffice.xlsx'))
    convert(made, os.path.join(HERE, 'password.xlsx'), 'geheim')
