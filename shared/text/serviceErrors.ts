/** What happened on the way to the service and back, and what the service said; part of `errors`. */
export const serviceErrors = {
  hostNotFound: {
    cause: 'The service’s name was not found on the network.',
    next: 'Check the base URL. The app retries automatically; nothing was sent.',
  },
  connectionRefused: {
    cause: 'Nothing answers at the service’s address.',
    next: 'Check the base URL. The app retries automatically; nothing was sent.',
  },
  hostUnreachable: {
    cause: 'The service can’t be reached from this network.',
    next: 'Check the network. The app retries automatically; nothing was sent.',
  },
  connectTimeout: {
    cause: 'The service did not pick up in time.',
    next: 'The app retries automatically; nothing was sent.',
  },
  tlsFailed: {
    cause: 'No secure connection could be made.',
    next: 'Check the base URL and the network. The app retries automatically; nothing was sent.',
  },
  certificateUntrusted: {
    cause: 'This computer does not trust the service’s certificate.',
    next: 'Check the base URL and this computer’s clock, then resume. Nothing was sent.',
  },
  proxyRefused: {
    cause: 'The proxy let nothing through.',
    next: 'Check the system’s proxy settings. The app retries automatically; nothing was sent.',
  },
  offline: {
    cause: 'This computer is offline.',
    next: 'Sending resumes automatically once the network is back.',
  },

  connectionLost: {
    cause: 'The connection broke before an answer came.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerTimeout: {
    cause: 'No answer came in time.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerTooLarge: {
    cause: 'The answer was larger than any image.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerUnreadable: {
    cause: 'The service’s answer could not be read.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerEmpty: {
    cause: 'The service answered with neither a task nor an image.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerHtml: {
    cause: 'A web page answered instead of the service.',
    next: 'Check the base URL and path prefix, and whether this network asks for a login.',
  },
  answerText: {
    cause: 'The answer was text that isn’t JSON.',
    next: 'It may be billed. Read the text under Details, and check the base URL and path prefix.',
  },
  interrupted: {
    cause: 'Cyanotype quit first, before an answer came.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },

  keyMissing: { cause: 'This connection has no API key.', next: 'Add the key; what waits is sent then.' },
  keyRefused: {
    cause: 'The service refused the API key.',
    next: 'Replace the key; what waits is sent then.',
  },
  creditExhausted: {
    cause: 'The account has no credit left.',
    next: 'Add credit on the service’s page, then resume.',
  },
  rateLimited: {
    cause: 'The service asks to slow down.',
    next: 'Sending resumes automatically when the service allows it.',
  },
  requestRefused: {
    cause: 'The service refused this request.',
    next: 'Read its words under Details, change the request and queue it again.',
  },
  notFound: {
    cause: 'The service knows nothing at this address.',
    next: 'Check the path prefix and the model’s name.',
  },
  redirected: {
    cause: 'The service points to {{location}}. The key is not sent there.',
    next: 'If that is right, put it into the connection’s base URL.',
  },
  moderated: {
    cause: 'Refused by the service’s safety rules.',
    next: 'Change the prompt and queue it again.',
  },
  serviceFailed: {
    cause: 'The service failed on this request.',
    next: 'Queueing it again is a new, paid request.',
  },
  serviceUnclear: {
    cause: 'The service failed without saying whether it took the request.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
} as const
