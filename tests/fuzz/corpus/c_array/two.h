const int small[] = {1, 2};
static const unsigned char DATA_ALIGN_ATTRIBUTE large[] = {1, 2, 3, 4, 5, 6, 7, 8};
