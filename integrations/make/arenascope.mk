# Make: headers with the size of each model's arena, written again whenever the model changes; a build over its budget
# fails.
#   include arenascope.mk
#   ARENASCOPE_OPTIONS = --target cortex-m4 --budget 65536
#   main.o: net_arena.h
# For net.tflite that makes net_arena.h with kTensorArenaSize.
ARENASCOPE ?= arenascope
ARENASCOPE_OPTIONS ?=

%_arena.h: %.tflite
	$(ARENASCOPE) profile $< $(ARENASCOPE_OPTIONS) --header $@.part
	mv $@.part $@
