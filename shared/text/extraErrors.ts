/** Errors in extra fields, in a form or in a table; part of `errors`. */
export const extraErrors = {
  extraNameEmpty: {
    cause: 'An extra field has a value but no name.',
    next: 'Enter the name the service uses, or remove the field.',
  },
  extraNameTooLong: {
    cause: 'The name of an extra field has {{length, number}} characters.',
    next: 'Up to {{maximum, number}} are allowed. Shorten it.',
  },
  extraNameReserved: {
    cause: 'The form has its own place for “{{name}}”.',
    next: 'Set it there, and remove this field.',
  },
  extraNameTwice: {
    cause: 'Two extra fields have the name “{{name}}”.',
    next: 'Remove one of them, or rename it.',
  },
  extraStream: {
    cause: 'With “stream”, the answer would come in pieces, which Cyanotype can’t read.',
    next: 'Remove this field.',
  },
  extraTooDeep: {
    cause: 'The value of “{{name}}” is nested more than {{maximum, number}} levels deep.',
    next: 'Make it simpler.',
  },
  extraTooLong: {
    cause: 'The extra fields have {{characters, number}} characters in total.',
    next: 'Up to {{maximum, number}} are allowed. Shorten them.',
  },
  extraTooMany: {
    cause: 'There are {{fields}} extra fields.',
    next: 'Up to {{maximum, number}} are allowed. Remove some.',
  },
  extraJsonBroken: {
    cause: 'The JSON isn’t valid at line {{line}}, column {{column}}.',
    next: 'Fix it there.',
  },
  extraJsonShape: {
    cause: 'This JSON isn’t an object.',
    next: 'Put braces around the fields, and a name before each value.',
  },
  extraTextUnclear: {
    cause: 'The text {{value}} of “{{name}}” would be sent as JSON, without its quotation marks.',
    next: 'Remove the quotation marks, or change the text.',
  },
} as const
