/** What a face shows, and its box: x, y, width, height. */
export type LabelledFace = readonly [expression: string, x: number, y: number, width: number, height: number];

/**
 * Faces that we judged by eye before any model was asked, by image: of the folders images/faces and images/open-mix of the shared
 * data, and (face-api/…) of the npm package whose network reads expressions. Faces whose expression we could not tell are left out.
 */
export const LABELLED_FACES: Readonly<Record<string, readonly LabelledFace[]>> = {
  'face-api/sample1.jpg': [
    ['happy', 1489, 257, 160, 164],
    ['happy', 849, 463, 183, 186],
    ['neutral', 417, 400, 198, 201],
  ],
  'face-api/sample2.jpg': [
    ['neutral', 1456, 189, 199, 195],
    ['neutral', 881, 263, 199, 196],
  ],
  'face-api/sample3.jpg': [
    ['happy', 1073, 265, 228, 225],
    ['happy', 1467, 348, 215, 212],
    ['neutral', 584, 378, 208, 206],
  ],
  'face-api/sample4.jpg': [
    ['happy', 980, 225, 191, 192],
    ['happy', 1269, 202, 174, 174],
    ['neutral', 669, 122, 176, 178],
    ['neutral', 242, 239, 187, 188],
  ],
  'face-api/sample5.jpg': [
    ['happy', 1112, 259, 178, 177],
    ['neutral', 771, 157, 176, 175],
    ['neutral', 1410, 431, 224, 222],
  ],
  'face-api/sample6.jpg': [
    ['happy', 663, 378, 234, 237],
    ['neutral', 1153, 343, 222, 223],
  ],
  'faces/2007_007763.jpg': [
    ['happy', 300, 89, 38, 38],
    ['happy', 320, 241, 38, 37],
    ['happy', 392, 92, 46, 46],
  ],
  'faces/2008_001009.jpg': [
    ['happy', 133, 217, 84, 85],
    ['happy', 148, 91, 69, 69],
  ],
  'faces/2008_001322.jpg': [
    ['happy', 231, 216, 69, 69],
    ['happy', 354, 159, 94, 94],
    ['neutral', 102, 166, 75, 75],
  ],
  'faces/2008_002079.jpg': [
    ['happy', 410, 168, 37, 37],
    ['happy', 444, 175, 48, 48],
    ['neutral', 31, 192, 48, 48],
  ],
  'open-mix/caltech/Faces/01.jpg': [['happy', 109, 64, 104, 106]],
  'open-mix/caltech/Faces/02.jpg': [['surprise', 102, 58, 119, 120]],
  'open-mix/caltech/Faces/03.jpg': [['neutral', 77, 74, 95, 97]],
  'open-mix/caltech/Faces/04.jpg': [['neutral', 61, 67, 101, 102]],
  'open-mix/caltech/Faces/05.jpg': [['neutral', 40, 70, 98, 100]],
  'open-mix/caltech/Faces/07.jpg': [['neutral', 142, 83, 106, 107]],
  'open-mix/caltech/Faces/08.jpg': [['neutral', 105, 74, 102, 103]],
  'open-mix/caltech/Faces/09.jpg': [['neutral', 156, 69, 97, 98]],
  'open-mix/caltech/Faces_easy/01.jpg': [['happy', 63, 94, 166, 167]],
  'open-mix/caltech/Faces_easy/02.jpg': [['surprise', 46, 87, 163, 173]],
  'open-mix/caltech/Faces_easy/03.jpg': [['neutral', 54, 116, 138, 138]],
  'open-mix/caltech/Faces_easy/04.jpg': [['neutral', 67, 111, 141, 141]],
  'open-mix/caltech/Faces_easy/05.jpg': [['neutral', 62, 102, 140, 141]],
  'open-mix/caltech/Faces_easy/07.jpg': [['neutral', 66, 101, 150, 154]],
  'open-mix/caltech/Faces_easy/08.jpg': [['neutral', 58, 106, 154, 144]],
  'open-mix/caltech/Faces_easy/09.jpg': [['neutral', 58, 94, 150, 149]],
  'open-mix/imagenet/n02097298.jpg': [['happy', 40, 21, 42, 43]],
  'open-mix/imagenet/n02107908.jpg': [['happy', 36, 30, 118, 119]],
  'open-mix/imagenet/n02514041.jpg': [['happy', 98, 22, 42, 43]],
  'open-mix/imagenet/n02536864.jpg': [['neutral', 106, 39, 46, 47]],
  'open-mix/imagenet/n02667093.jpg': [['neutral', 89, 41, 44, 44]],
  'open-mix/imagenet/n02669723.jpg': [['happy', 98, 73, 80, 84]],
  'open-mix/imagenet/n02807133.jpg': [['happy', 126, 115, 127, 125]],
  'open-mix/imagenet/n03124170.jpg': [
    ['happy', 70, 118, 46, 46],
    ['happy', 197, 70, 76, 77],
  ],
  'open-mix/imagenet/n03617480.jpg': [['happy', 88, 39, 44, 46]],
  'open-mix/imagenet/n03720891.jpg': [['neutral', 117, 92, 49, 48]],
  'open-mix/imagenet/n03787032.jpg': [
    ['happy', 49, 92, 52, 50],
    ['happy', 136, 69, 53, 52],
  ],
  'open-mix/imagenet/n03924679.jpg': [['neutral', 33, 38, 39, 40]],
  'open-mix/imagenet/n03929855.jpg': [['neutral', 45, 126, 138, 132]],
  'open-mix/imagenet/n04235860.jpg': [['happy', 85, 115, 42, 41]],
  'open-mix/imagenet/n04493381.jpg': [['happy', 121, 158, 37, 37]],
  'open-mix/imagenet/n04584207.jpg': [['happy', 126, 55, 81, 80]],
  'open-mix/imagenet/n07714571.jpg': [['surprise', 127, 85, 74, 74]],
};
