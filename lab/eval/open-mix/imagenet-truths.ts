/**
 * Labels of ours that are true of ImageNet's classes, by their index: a span such as `7-24`, or single numbers. Written by us
 * from the names of the classes. A class without an entry shows something that the embedded models cannot name.
 */
const LABELS: Readonly<Record<string, string>> = {
  accordion: '401',
  airplane: '404 895 908',
  ant: '310',
  apple: '948',
  backpack: '414 636',
  banana: '954',
  'baseball bat': '429 981',
  'baseball glove': '429 981',
  bear: '294-297 388',
  beaver: '337',
  bed: '564',
  harness: '703',
  bicycle: '444 671',
  binoculars: '447',
  bird: '7-24 80-100 127-146',
  boat: '403 472 484 510 554 576 625 628 724 780 814 833 871 914',
  book: '453 454 624 917 921',
  bottle: '440 585 711 720 737 804 898 907',
  bowl: '659 809 925 926',
  broccoli: '937',
  buildings: '425 442 483 497 498 538 663 668 698 832',
  bus: '654 757 779 874',
  butterfly: '321-326',
  camera: '732 759',
  cannon: '471',
  car: '407 436 468 475 479 511 581 609 627 656 661 717 734 751 817',
  cartoon: '917',
  cat: '281-285',
  'cell phone': '487 590',
  chair: '423 559 765 857',
  clock: '409 530 892',
  couch: '831',
  cougar: '286',
  countryside: '425 595 856 979 984',
  cow: '345 690',
  crab: '118-121 125',
  crayfish: '124',
  crocodile: '49 50',
  cup: '441 504 647 925 967-969',
  daisy: '985',
  dalmatian: '251',
  'dining table': '532',
  dog: '151-268 273-275 537',
  dolphin: '148',
  donut: '415',
  dragonfly: '319 320',
  'electric guitar': '546',
  elephant: '101 385 386',
  ewer: '725 899 901',
  ferry: '554 628',
  flamingo: '130',
  forest: '979',
  gerenuk: '353',
  glacier: '970',
  'grand piano': '579',
  'hair drier': '589',
  handbag: '636 748 893',
  horse: '339 603',
  'hot dog': '934',
  keyboard: '508 527 878',
  knife: '499 623',
  lamp: '619 846',
  laptop: '620 681',
  leopard: '288 289',
  llama: '355',
  lobster: '122 123',
  microwave: '651',
  minaret: '668',
  motorcycle: '665 670',
  mountain: '970 972 976 979 980',
  mouse: '673 527',
  nautilus: '117',
  orange: '950',
  oven: '766 827',
  panda: '388',
  'parking meter': '704',
  pizza: '963',
  platypus: '103',
  'potted plant': '738',
  refrigerator: '760',
  remote: '761',
  revolver: '763',
  rooster: '7',
  sailboat: '484 724 780 871 914',
  sandwich: '933',
  saxophone: '776',
  scorpion: '71',
  sea: '403 460 510 540 628 814 972 976-978',
  'sea turtle': '33 34',
  sheep: '348 349',
  sink: '896',
  skis: '795',
  snow: '970 795 537',
  'soccer ball': '805',
  spoon: '618 910',
  'sports ball': '429 430 574 722 768 805 852 890 981',
  'sports field': '429 981',
  starfish: '327',
  store: '415 424 582 788 860 865',
  strawberry: '949',
  street: '468 829',
  'teddy bear': '850',
  'tennis racket': '752',
  tick: '78',
  tie: '451 457 834 906',
  toaster: '859',
  toilet: '861',
  'traffic light': '920',
  train: '466 547 565 705 820 829',
  trilobite: '69',
  truck: '407 555 569 586 609 675 717 734 757 803 847 864 867',
  tv: '527 664 782 851',
  umbrella: '879',
  vase: '883 738 901',
  watch: '531',
  'wild cat': '286-293',
  'wine glass': '441 572',
  zebra: '340',
};

/** The categories that are true of them. */
const CATEGORIES: Readonly<Record<string, string>> = {
  animal: '0-397 537 603',
  food: '924-969 987 998 415',
  instrument: '401 402 420 432 486 494 513 541 542 546 558 566 577 579 593 594 641 642 683 684 687 699 776 822 875 881 889',
  vehicle:
    '403-405 407 408 417 428 436 444 466 468 472 475 479 484 510 511 547 554 555 565 569 573 575 576 586 595 603 609 612 621 ' +
    '625 627 628 637 654 656 660 661 665 670 671 675 690 705 717 724 734 744 751 757 764 779 780 791 802 803 812 814 817 820 ' +
    '829 833 847 856 864 866 867 870 871 874 895 913 914',
  building: '410 425 437 442 448 449 483 497 498 500 536 538 580 624 634 663 668 672 682 698 727 762 832 873 900',
  furniture: '423 453 493 495 516 526 532 548 553 559 564 703 736 765 831 846 857 894 619',
  plant: '984-987 990 738',
  person: '981-983',
  electronics:
    '482 487 508 527 528 530 590 592 605 613 620 632 650 662 664 673 681 707 713 732 742 745 754 759 761 782 848 851 878',
  household:
    '412 438 440 441 463 470 473 499 504 505 544 567 572 585 587 589 618 623 631 647 651 653 659 666 711 720 725 731 737 738 ' +
    '760 766 773 794 804 809 813 827 828 849 855 859 861 868 876 883 891 896 898 899 901 907 909 910 925 926 967-969',
  weapon: '413 456 471 491 596 657 744 763 764 777',
  sport: '416 422 429 430 543 574 693 702 722 747 752 768 795 801 805 852 890 981',
  tool: '473 477 491 499 512 587 596 606 623 677 681 730 731 740 783 784 792',
  accessory:
    '414 433 451 452 457 514 515 531 578 608 630 636 655 689 748 770 774 808 824 834 836 837 841 842 869 879 893 903 906',
};

/** Classes of clothes, sport and trades, and of fish held up by who caught them: a person is on them. */
const WITH_PEOPLE = '0-6 389-397 399-1000';

function spread(spans: string): number[] {
  return spans
    .split(' ')
    .filter((span) => span !== '')
    .flatMap((span) => {
      const [from, to = from] = span.split('-').map(Number) as [number, number?];
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
}

function byIndex(lists: Readonly<Record<string, string>>): ReadonlyMap<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [name, spans] of Object.entries(lists))
    for (const index of spread(spans)) found.set(index, [...(found.get(index) ?? []), name]);
  return found;
}

const labels = byIndex(LABELS);
const categories = byIndex(CATEGORIES);
const withPeople = new Set(spread(WITH_PEOPLE));

/** What may be said of an image of an ImageNet class. */
export function imagenetTruth(index: number): { labels: string[]; categories: string[]; people: boolean } {
  return { labels: labels.get(index) ?? [], categories: categories.get(index) ?? [], people: withPeople.has(index) };
}
