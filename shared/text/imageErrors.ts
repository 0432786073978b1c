/** What became of a task, of an image on its way to the library, or of a reference that is looked at; part of `errors`. */
export const imageErrors = {
  taskFailed: {
    cause: 'The service could not finish this task.',
    next: 'Queueing it again is a new, paid request.',
  },
  taskCancelled: {
    cause: 'The task was cancelled on the service’s side.',
    next: 'Queueing it again is a new, paid request.',
  },
  taskUnknown: {
    cause: 'The service no longer knows this task.',
    next: 'Look on the service’s page, or ask for it again: asking is free.',
  },
  taskOverdue: {
    cause: 'This task takes far longer than others.',
    next: 'It is still asked for, at longer intervals. You can stop waiting.',
  },
  taskUnreadable: {
    cause: 'What the service says about this task can’t be read. The last time: $t(errors.{{code}}.cause)',
    next: 'It is still asked, for free; nothing is sent again. Or look on the service’s page.',
  },
  taskWithoutImage: {
    cause: 'The service says it is done but shows no image.',
    next: 'Ask for it again: asking is free. Or look on the service’s page.',
  },
  itemMissing: {
    cause: 'The service made fewer images than asked for.',
    next: 'Asking for the missing one is a new, paid request.',
  },
  imageUndelivered: {
    cause: 'The service finished without delivering this image.',
    next: 'Ask for it again: asking is free. Or look on the service’s page.',
  },
  removedRefused: {
    cause: '{{connection}} was removed, and this can’t be asked for. $t(errors.{{code}}.cause)',
    next: 'It is still tried from time to time, for free. Bring the connection back to do something about it.',
  },
  movedRefused: {
    cause: '{{connection}} has another address now, and this lies at the old one. $t(errors.{{code}}.cause)',
    next: 'It is still tried from time to time, for free. Give the connection its old address and key to get it.',
  },

  imageExpired: {
    cause: 'The image’s address no longer answers.',
    next: 'Try the download again: it is free. Or get it on the service’s page.',
  },
  imageRefused: {
    cause: 'The image’s server refused the download.',
    next: 'Try the download again: it is free.',
  },
  imageTooLarge: {
    cause: 'The image is larger than this app takes in.',
    next: 'Get it on the service’s page.',
  },
  imageNotAnImage: {
    cause: 'What came is not an image.',
    next: 'Try the download again: it is free. Or look on the service’s page.',
  },
  imageUndecodable: {
    cause: 'The image is damaged.',
    next: 'Try the download again: it is free.',
  },
  imageSlow: {
    cause: 'Checking this image takes too long.',
    next: 'What came is kept, and checked again every hour. Try it now: it is free.',
  },
  decoderEnded: {
    cause: 'This image could not be checked: the part of the app that reads images stopped at it.',
    next: 'What came is kept, and checked again every hour. Try it now: it is free.',
  },
  imageAddressForbidden: {
    cause: 'The image is said to lie at {{host}}, where no image can be. It is not fetched.',
    next: 'Ask the service why its images lie there.',
  },
  imageHostForbidden: {
    cause: 'The image is said to lie at {{host}}, and that name leads to an address where no image can be.',
    next: 'A filter in your network may do that. It is still tried, for free; nothing is sent again.',
  },
  imageHostPrivate: {
    cause: 'An image lies at {{origin}}, inside your network.',
    next: 'The service itself is elsewhere. If you know this place, allow it for this connection. Nothing is sent until you answer.',
  },
  proxyNumbersRefused: {
    cause: 'Your proxy does not go to {{host}} by its number.',
    next: 'If it finds names itself, say so, and is told the name. Nothing is sent until you answer.',
  },
  proxyNamesUnknown: {
    cause: 'An image lies at {{host}}, which this computer can’t find: it may be inside your network.',
    next: 'If your proxy finds names for this computer, say so, and it is fetched through the proxy. Nothing is sent until then.',
  },
  imageLost: {
    cause: 'The image’s file is no longer in the library.',
    next: 'Look for it in the trash or in a backup.',
  },
  imageStuck: {
    cause: 'This image could not be fetched so far. The last time: $t(errors.{{code}}.cause)',
    next: 'It is still tried, for free; nothing is sent again. Or get it on the service’s page.',
  },
  imageGivenUp: {
    cause: 'You gave up this image.',
    next: 'If you want it after all, try the download again: it is free.',
  },

  previewForbidden: {
    cause: 'This address leads into a private network and is not fetched from here.',
    next: 'It can still be sent; the service may not reach it either.',
  },
  previewRefused: {
    cause: 'The address answered with {{status}} and no picture.',
    next: 'Such links often expire: the service may not get it either.',
  },
  previewTooLarge: {
    cause: 'What is at this address is too large for a preview.',
    next: 'It can still be sent.',
  },
  previewNotAnImage: {
    cause: 'There is no picture at this address that can be shown.',
    next: 'Look at it in a browser. It can still be sent.',
  },
  previewUnreached: {
    cause: 'Nothing came from this address.',
    next: 'Check the address and the network, then try again. It can still be sent.',
  },
  previewNameUnknown: {
    cause: 'This computer can’t find {{host}}: it may be inside your network.',
    next: 'If your proxy finds names for this computer, say so in the connection’s settings. It can still be sent.',
  },
} as const
